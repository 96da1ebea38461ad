internal import JSON
internal import Linux
internal import Support
internal import Systemd
internal import Testing

@Suite("What an administrator can do about verdicts", .serialized, .timeLimit(.minutes(5)))
struct OperatorTests {
  private func scene(baseline: Bool = false) async throws -> Scene {
    var settings = SceneSettings()
    settings.baseline = baseline
    settings.provider = "brake_min = 1000\nbrake_max_per_hour = 1000\nbrake_max_per_day = 1000"
    return try await Scene.running(settings)
  }

  private func held(_ scene: Scene, _ cause: String) async throws -> BusValue? {
    for case .variant(let row) in try await scene.status()["providers"]?.elements ?? [] {
      return row.members?["held"]?.members?[cause]
    }
    return nil
  }

  @Test("a pause holds over kill -9; after its end a fresh look logs the user out")
  func pause() async throws {
    let scene = try await scene()
    try await scene.enrol("001")
    let paused = try await scene.ctl("pause", "--reason", "a bad night")
    #expect(paused.status == 0 && paused.text.contains("credstatectl resume"))
    try await scene.control("user", "revoke", "001")
    try await scene.daemon().log.line(with: "kept back", "subject=001", "cause=pause")
    #expect(try await held(scene, "pause") == .int64(1))
    #expect(try await scene.state("001") == "authorized")

    _ = try await scene.daemon().stop(Signal.kill)
    try await scene.startDaemon()
    try await scene.daemon().log.line(with: "condition began", "paused", "a bad night")
    let status = try await scene.ctl("status")
    #expect(status.text.hasPrefix("PAUSED: demo for "))
    #expect(try await scene.state("001") == "authorized")

    let resumed = try await scene.ctl("resume")
    #expect(resumed.text == "all providers: the pause is over; 1 user is looked at again\n")
    try await scene.signals.line(with: "CredentialRevoked", "subject=001")
    let audit = try await scene.ctl("audit", "--json")
    let rows = try JSONValue.parse(Array(audit.text.utf8), maximumBytes: 65_536)["audit"]?.array
    #expect(rows?.map { $0["verb"] } == ["resume", "pause"])
  }

  @Test("a revocation that was wrong is taken back in one event, and is looked at again")
  func revert() async throws {
    let scene = try await scene()
    try await scene.enrol("001")
    try await scene.revoke("001")
    let line = ["revert", "--provider", "demo", "--since", "1h", "--reason", "wrong"]
    let preview = try await scene.ctl(line)
    #expect(preview.text.contains("1 state changes since"), "\(preview)")
    #expect(try await scene.state("001") == "revoked")
    let done = try await scene.ctl(line + ["--yes"])
    #expect(done.text.hasSuffix("are taken back\n"), "\(done)")
    let signal = try await scene.signals.line(
      with: "CredentialStateChanged", "subject=001", "reason=reverted")
    #expect(signal.contains("state=authorized"))
    // The token is as dead as it was: under all guards it is found out again.
    try await scene.daemon().log.line(with: "first negative answer", "subject=001")
  }

  @Test("what the first interval finds waits, and is told, until it is accepted")
  func baseline() async throws {
    let scene = try await scene(baseline: true)
    let token = try await scene.control("user", "add", "001")
    try await scene.control("user", "revoke", "001")
    let run = try await scene.ctl(
      "register", "demo", "001", "--client", "com.example.app", input: token)
    #expect(run.status == 0)
    let log = try await scene.daemon().log
    try await log.line(with: "kept back", "subject=001", "cause=baseline")
    try await log.line(with: "condition began", "baseline_waiting")
    #expect(try await scene.ctl("status").text.contains("BASELINE: demo waiting"))
    #expect(try await scene.ctl("events").text.isEmpty)
    let accepted = try await scene.ctl("baseline", "accept", "demo", "--reason", "as expected")
    #expect(accepted.text == "demo: accepted; 1 user is looked at again\n")
    try await log.line(with: "lost one of its tokens", "subject=001")
    try await log.line(with: "condition ended", "baseline_waiting")
  }
}
