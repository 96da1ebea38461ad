internal import Support
internal import Systemd
internal import Testing

@Suite("Hooks in trouble", .serialized, .timeLimit(.minutes(5)))
struct HookTroubleTests {
  @Test("without a hook runner the event is kept, and delivered when the runner comes")
  func noRunner() async throws {
    let scene = try await Scene()
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    try await scene.startDaemon()
    try await scene.listen()
    let log = try await scene.daemon().log
    try await log.line(with: "condition began", "hook_runner_lost")
    try await scene.enrol("001")
    try await scene.revoke("001")
    #expect(try await scene.deliveries("pending") == .int64(1))
    try await scene.startRunner()
    try await log.line(with: "A hook did its work", "subject=001")
    try await log.line(with: "condition ended", "hook_runner_lost")
    #expect(try scene.hookDocuments().count == 1)
  }

  @Test("a hook that others may write to is not run; the condition names file and mode")
  func writable() async throws {
    try await expectStopped(hook: "#!/bin/sh\n", mode: 0o777, words: "10-bad", "777")
  }

  @Test("a hook with Windows line ends is not run; the condition names file and interpreter")
  func lineEnds() async throws {
    try await expectStopped(hook: "#!/bin/sh\r\n", mode: 0o700, words: "10-bad", "/bin/sh")
  }

  @Test("a hook that may not be executed is named at the start")
  func notExecutable() async throws {
    let scene = try await Scene()
    scene.addHook("10-bad", "#!/bin/sh\n", mode: 0o600)
    try await scene.startDaemon()
    try await scene.daemon().log.line(with: "A hook is passed over", "10-bad")
  }

  private func expectStopped(
    hook: String, mode: UInt32, words: String, _ more: String
  ) async throws {
    let scene = try await Scene.running()
    scene.addHook("10-bad", hook, mode: mode)
    #expect(try await scene.ctl("reload").status == 0)
    try await scene.enrol("001")
    try await scene.revoke("001")
    let log = try await scene.daemon().log
    let line = try await log.line(with: "condition began", "hook_stopped", words)
    #expect(line.contains(more), "\(line)")
    // The other hook went on.
    try await log.line(with: "A hook did its work", "10-record")
    #expect(try await scene.deliveries("pending") == .int64(1))
  }
}
