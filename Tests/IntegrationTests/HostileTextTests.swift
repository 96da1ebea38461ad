internal import Glibc
internal import JSON
internal import Support
internal import Systemd
internal import Testing

@Suite("Texts that want to be more than texts", .serialized, .timeLimit(.minutes(5)))
struct HostileTextTests {
  private static let subject = "u1\"; touch /tmp/pwned; $(touch pwned) `touch pwned` --help İıß"

  @Test(
    "a user id of shell words, under a Turkish locale, reaches the hook as it is and does nothing")
  func shell() async throws {
    let scene = try await Scene()
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    try await scene.startRunner()
    try await scene.startDaemon(
      prefix: ["/usr/bin/env", "LC_ALL=tr_TR.UTF-8", "LANG=tr_TR.UTF-8"])
    try await scene.listen()
    let provider = try ProviderDesk(scene)
    let desk = try await EnrolmentDesk(scene)
    let token = try #require(try provider.add([Self.subject]).first)
    try await desk.register(Self.subject, token: token, account: Self.subject)
    try await scene.signals.line(with: "state=authorized")
    try provider.revoke(Self.subject)
    let log = try await scene.daemon().log
    try await log.line(with: "A hook did its work")
    let credential = try #require(try scene.hookDocuments().first?["credential"]?.object)
    #expect(credential["subject"]?.string == Self.subject)
    #expect(credential["account"]?.string == Self.subject)
    let variables = String(decoding: scene.folder.read("hook.env") ?? [], as: UTF8.self)
    #expect(variables.contains("CREDSTATE_SUBJECT=\(Self.subject)\n"))
    for path in ["/tmp/pwned", "/pwned", scene.folder.file("pwned")] {
      #expect(access(path, F_OK) != 0, "\(path)")
    }
    #expect(try await scene.state(Self.subject) == "revoked")
  }

  @Test("a line break, an escape code or a priority in a text makes no line of its own in the log")
  func forged() async throws {
    let scene = try await Scene()
    try await scene.startDaemon()
    let desk = try await EnrolmentDesk(scene)
    let forged = "u1\n<0>credstated: all clear\u{1B}[31m"
    for (subject, account) in [(forged, ""), ("u1", forged)] {
      await #expect(throws: BusError.self) {
        try await desk.register(subject, token: "r", account: account)
      }
    }
    let run = try await scene.ctl("show", "demo", forged)
    #expect(run.status == 2)
    try await scene.daemon().stop()
    let log = try await scene.daemon().log
    #expect(log.lines(with: "all clear").isEmpty)
    #expect(log.lines.allSatisfy { !$0.contains("\u{1B}") })
  }
}
