internal import HTTPServer
internal import JSON
internal import Support
internal import Systemd
internal import Testing

@Suite("Scenes in which a careless daemon is wrong", .timeLimit(.minutes(5)))
struct NamedScenesTests {
  private static let client = "solo"

  /// A scene with a second provider, at an endpoint of the test's, and users with tokens at it.
  private func stage(
    _ tokens: [(subject: String, token: String)]
  ) async throws -> (Scene, StandInEndpoint, EnrolmentDesk) {
    let scene = try await Scene()
    let endpoint = try StandInEndpoint(scene.folder)
    var settings = SceneSettings()
    settings.more = endpoint.section(Self.client, folder: scene.folder.path)
    scene.configure(settings)
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    try await scene.startRunner()
    try await scene.startDaemon()
    try await scene.listen()
    let desk = try await EnrolmentDesk(scene)
    for (subject, token) in tokens {
      try await desk.register(subject, provider: Self.client, client: Self.client, token: token)
      try await scene.signals.line(with: "subject=\(subject)", "state=authorized")
    }
    return (scene, endpoint, desk)
  }

  @Test(
    "the only user: two negative answers turn nothing, three on three days do, without a witness")
  func oneUser() async throws {
    let (scene, endpoint, _) = try await stage([("001", "t1")])
    endpoint.answer(token: "t1", [StandInEndpoint.dead, StandInEndpoint.dead])
    let log = try await scene.daemon().log
    try await log.line(with: "A first negative answer", "subject=001")
    // Both dead answers, then one that the token lives.
    let count = endpoint.count(Self.client)
    try await endpoint.asked.line(with: "number=\(count + 3).")
    #expect(scene.signals.lines(with: "CredentialRevoked").isEmpty)

    let before = endpoint.count(Self.client)
    endpoint.answer(Self.client, StandInEndpoint.dead)
    let told = try await scene.signals.line(with: "CredentialRevoked", "subject=001")
    #expect(told.contains("control: none"))
    #expect(endpoint.count(Self.client) >= before + 3)
    try await log.line(with: "A hook did its work", "001")
    #expect(try scene.hookDocuments().count == 1)
  }

  @Test(
    "ten users whose tokens are all called dead: nobody is logged out, and the brake ends by itself"
  )
  func tenFail() async throws {
    let scene = try await Scene.running()
    let users = (1...10).map { "00\($0)" }
    for user in users { try await scene.enrol(user) }
    try await scene.control("mode", "invalid-grant")
    let log = try await scene.daemon().log
    try await log.line(with: "condition began", "brake_on")
    try await log.lines(10, with: "A first negative answer")
    try await scene.control("mode", "normal")
    try await log.line(with: "condition ended", "brake_on")
    for user in users { #expect(try await scene.state(user) == "authorized") }
    #expect(scene.signals.lines(with: "CredentialRevoked").isEmpty)
    #expect(try scene.hookDocuments().isEmpty)
  }

  @Test("one user leaves amid an outage: logged out when it is over, and nobody else")
  func leavesAmidOutage() async throws {
    let scene = try await Scene.running()
    let users = ["001", "002", "003", "004", "005"]
    for user in users { try await scene.enrol(user) }
    let log = try await scene.daemon().log
    try await scene.control("mode", "outage")
    try await log.line(with: "condition began", "provider_unreachable")
    try await scene.control("user", "revoke", "003")
    try await scene.control("mode", "normal")
    try await scene.signals.line(with: "CredentialRevoked", "subject=003")
    try await log.line(with: "A hook did its work", "003")
    #expect(scene.signals.lines(with: "CredentialRevoked").count == 1)
    #expect(try scene.hookDocuments().count == 1)
    for user in users where user != "003" { #expect(try await scene.state(user) == "authorized") }
  }

  @Test("answers with no, an empty or a null refresh_token: the next look has the stored one")
  func noNewToken() async throws {
    let (scene, endpoint, _) = try await stage([("001", "t1")])
    let bodies = ["", #","refresh_token":"""#, #","refresh_token":null"#]
    endpoint.answer(
      token: "t1",
      bodies.map { more in
        ServerResponse(
          status: 200, headers: [HeaderField("Content-Type", "application/json")],
          body: Array("{\"access_token\":\"a\"\(more)}".utf8))
      })
    let before = endpoint.count(Self.client)
    for number in 1...4 {
      let line = try await endpoint.asked.line(with: "number=\(before + number).")
      #expect(line.hasSuffix("token=t1."))
    }
    let run = try await scene.ctl("--json", "show", Self.client, "001")
    let row = try JSONValue.parse(run.output, maximumBytes: 65_536).object?["credential"]?.object
    #expect(row?["state"]?.string == "authorized")
  }

  @Test("a look's answer that comes after the user signed in again cannot touch the new sign-in")
  func signsInDuringLook() async throws {
    let others = [("w1", "o1"), ("w2", "o2"), ("w3", "o3")]
    let (scene, endpoint, desk) = try await stage([("001", "t1")] + others)
    endpoint.answer(token: "t1", [StandInEndpoint.dead])
    endpoint.hold(token: "t1")
    try await endpoint.held.line(with: "token=t1.")
    try await desk.register("001", provider: Self.client, client: Self.client, token: "t2")
    endpoint.release(token: "t1", StandInEndpoint.dead)

    // The new token is looked at, and witnesses of what came late pass by.
    let later = endpoint.asked.lines.count
    for token in ["t2", "o1", "o2", "o3", "t2"] {
      try await endpoint.asked.line(with: "token=\(token).", from: later)
    }
    try await endpoint.asked.lines(endpoint.count(Self.client) + 12, with: "client=")
    #expect(scene.signals.lines(with: "CredentialRevoked").isEmpty)
    #expect(try scene.hookDocuments().isEmpty)
    let run = try await scene.ctl("--json", "show", Self.client, "001")
    let row = try JSONValue.parse(run.output, maximumBytes: 65_536).object?["credential"]?.object
    #expect(row?["state"]?.string == "authorized")
    #expect(row?["grants"]?.array?.count == 1)
  }
}
