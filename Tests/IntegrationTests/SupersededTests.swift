internal import Support
internal import Systemd
internal import Testing

@Suite("A revocation that is undone before its hook was run", .timeLimit(.minutes(5)))
struct SupersededTests {
  @Test("its delivery ends superseded, and the hook is not run again")
  func superseded() async throws {
    var settings = SceneSettings()
    settings.hooks = "retry_first = \"3s\""
    let scene = try await Scene(settings)
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path, exit: "75"))
    try await scene.startRunner()
    try await scene.startDaemon()
    try await scene.listen()
    let log = try await scene.daemon().log
    try await scene.enrol("001")
    try await scene.revoke("001")
    try await log.line(with: "A hook failed", "subject=001")

    let seen = scene.signals.lines.count
    try await scene.register("001")
    try await scene.signals.line(
      with: "CredentialStateChanged", "subject=001", "state=authorized", from: seen)
    try await log.line(with: "A later event has undone this one", "10-record")
    #expect(try await scene.deliveries("superseded") == .int64(1))
    #expect(try await scene.deliveries("pending") == .int64(0))
    // More than one when the sign-in took longer than the first wait for another run.
    let runs = log.lines(with: "A hook failed", "subject=001").count
    #expect(try scene.hookDocuments().count == runs)
  }
}
