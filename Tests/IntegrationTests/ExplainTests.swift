internal import Glibc
internal import JSON
internal import Support
internal import Testing

@Suite("Explaining a user's state", .serialized, .timeLimit(.minutes(5)))
struct ExplainTests {
  private static let well = ["101", "102", "103", "104"]

  /// A running scene in which others are well.
  private func scene(_ settings: SceneSettings = SceneSettings()) async throws -> Scene {
    let scene = try await Scene.running(settings)
    for subject in Self.well { try await scene.enrol(subject) }
    return scene
  }

  private func explanation(_ scene: Scene, _ subject: String) async throws -> JSONObject {
    let run = try await scene.ctl("explain", "demo", subject, "--json")
    let document = try JSONValue.parse(Array(run.text.utf8), maximumBytes: 1 << 20)
    return try #require(document["explanation"]?.object, "\(run)")
  }

  /// The rule of each step, or its kind when none decided, with what is left out between them.
  private func expect(_ steps: [String], in told: JSONObject) {
    var wanted = steps[...]
    let rows = told["timeline"]?.array ?? []
    let found = rows.map { $0["rule"]?.string ?? $0["kind"]?.string ?? "" }
    for step in found where step == wanted.first { wanted.removeFirst() }
    #expect(wanted.isEmpty, "\(found) lacks \(wanted)")
  }

  @Test("a revocation is told from the sign-in to the hook's end, also after a kill")
  func revocation() async throws {
    let scene = try await scene()
    try await scene.enrol("001")
    try await scene.revoke("001")
    try await scene.daemon().log.line(with: "A hook did its work", "subject=001")
    let steps = [
      "sign_in", "event", "suspected", "witnessed", "counted", "proven", "event", "delivery",
    ]
    expect(steps, in: try await explanation(scene, "001"))
    try await scene.daemon().stop(SIGKILL)
    try await scene.startDaemon()
    let told = try await explanation(scene, "001")
    expect(steps, in: told)
    let rows = told["timeline"]?.array ?? []
    let looks = rows.filter { $0["kind"]?.string == "look" }
    #expect(looks.allSatisfy { $0["evidence"]?.string == "400 invalid_grant" })
    let delivery = rows.first { $0["kind"]?.string == "delivery" }
    #expect(delivery?["status"]?.string == "done" && delivery?["detail"]?.string == "exit status 0")
    #expect(told["credential"]?["state"]?.string == "revoked")

    let text = try await scene.ctl("explain", "demo", "001").text
    #expect(text.hasPrefix("demo/001 (account-001): revoked since "))
    for line in text.split(separator: "\n") { #expect(line.utf8.count <= 100, "\(line)") }
    for subject in Self.well { #expect(!text.contains(subject), "another user is named") }
    let healthy = try await explanation(scene, "101")
    #expect((healthy["timeline"]?.array ?? []).map { $0["kind"]?.string } == ["sign_in", "event"])
  }

  @Test("one who is kept back by the brake is told why, since when, and what ends it")
  func braked() async throws {
    let scene = try await scene(SceneSettings(confirmAfter: "3s"))
    let leaving = ["001", "002", "003"]
    for subject in leaving { try await scene.enrol(subject) }
    let desk = try ProviderDesk(scene)
    for subject in leaving { try desk.revoke(subject) }
    try await scene.daemon().log.line(with: "kept back", "subject=001", "cause=brake")
    let told = try await explanation(scene, "001")
    expect(["suspected", "witnessed", "held_by_brake"], in: told)
    let held = told["timeline"]?.array?.first { $0["rule"]?.string == "held_by_brake" }
    #expect(held?["detail"]?.string?.isEmpty == false && held?["since"]?.string != nil)
    let needed = (told["needed"]?.array ?? []).compactMap(\.string).joined()
    #expect(needed.contains("The brake of com.example.app is on since"), "\(needed)")
    #expect(told["conditions"]?.array?.contains { $0["condition"] == "brake_on" } ?? false)
    #expect(try await scene.ctl("discard", "demo", "001", "--reason", "a test").status == 0)
    expect(["held_by_brake", "discarded"], in: try await explanation(scene, "001"))
  }

  @Test("a token that never worked is told to be dropped, and that the next sign-in begins anew")
  func neverConfirmed() async throws {
    let scene = try await scene()
    let run = try await scene.ctl(
      "register", "demo", "001", "--client", "com.example.app", input: "no-token-of-anybody")
    #expect(run.status == 0)
    try await scene.signals.line(with: "CredentialStateChanged", "subject=001", "grant_lost")
    let told = try await explanation(scene, "001")
    expect(["sign_in", "unproven_suspected", "never_confirmed", "event"], in: told)
    #expect(told["next_look"] == nil)
    let next = (told["next"]?.array ?? []).compactMap(\.string).joined()
    #expect(next.hasPrefix("No look is planned"), "\(next)")
    try await scene.enrol("001")
    expect(["never_confirmed", "sign_in", "event"], in: try await explanation(scene, "001"))
  }

  @Test("while the provider is away it is told that nothing is learnt, and which condition holds")
  func away() async throws {
    let scene = try await scene()
    try await scene.control("mode", "outage")
    try await scene.daemon().log.line(with: "condition began", "provider_unreachable")
    var told = try await explanation(scene, "101")
    while told["credential"]?["last_answer"]?.string != "transient" {
      told = try await explanation(scene, "101")
    }
    expect(["sign_in", "event", "nothing_learnt"], in: told)
    #expect(told["credential"]?["state"]?.string == "authorized")
    #expect(
      told["conditions"]?.array?.contains { $0["condition"] == "provider_unreachable" } ?? false)
  }
}
