internal import Support
internal import Systemd
internal import Testing

@Suite("A provider in trouble", .serialized, .timeLimit(.minutes(5)))
struct NothingChangesTests {
  /// A way to fail that the stand-in provider knows, and the condition that it leads to.
  struct Trouble: Sendable, CustomTestStringConvertible {
    let mode: [String]
    let condition: String
    var testDescription: String { mode.joined(separator: " ") }
  }

  static let troubles: [Trouble] = [
    Trouble(mode: ["outage"], condition: "provider_unreachable"),
    Trouble(mode: ["throttle"], condition: "provider_throttled"),
    Trouble(mode: ["truncate"], condition: "provider_unreachable"),
    Trouble(mode: ["half-json"], condition: "provider_unreachable"),
    Trouble(mode: ["captive-portal"], condition: "provider_unreachable"),
    Trouble(mode: ["drop"], condition: "provider_unreachable"),
    Trouble(mode: ["slow", "3600"], condition: "provider_unreachable"),
    Trouble(mode: ["invalid-client"], condition: "provider_misconfigured"),
    Trouble(mode: ["clock", "3600"], condition: "clock_wrong"),
  ]

  @Test(
    "whatever way it fails for everybody, one condition is told, begins and ends, and nobody changes",
    arguments: troubles)
  func trouble(_ trouble: Trouble) async throws {
    var settings = SceneSettings()
    if trouble.mode.first == "slow" { settings.provider = "request_timeout = \"5s\"" }
    let scene = try await Scene.running(settings)
    let users = ["001", "002", "003"]
    for user in users { try await scene.enrol(user) }
    try await scene.control(["mode"] + trouble.mode)
    let log = try await scene.daemon().log
    try await log.line(with: "condition began", trouble.condition)
    let conditions = try await scene.status()["conditions"]?.elements
    #expect(conditions?.count == 1)
    try await scene.control("mode", "normal")
    try await log.line(with: "condition ended", trouble.condition)

    for user in users { #expect(try await scene.state(user) == "authorized") }
    #expect(log.lines(with: "condition began", "subject=demo").count == 1)
    #expect(log.lines(with: "condition ended", "subject=demo").count == 1)
    #expect(log.lines(with: "changed its state", "old_state=authorized").isEmpty)
    #expect(scene.signals.lines(with: "CredentialRevoked").isEmpty)
    #expect(try scene.hookDocuments().isEmpty)
  }
}
