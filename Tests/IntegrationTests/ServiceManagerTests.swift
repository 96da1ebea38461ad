internal import Glibc
internal import Linux
internal import SQLite
internal import Support
internal import Systemd
internal import Testing

@Suite("Under a service manager", .serialized, .timeLimit(.minutes(5)))
struct ServiceManagerTests {
  private func under(_ manager: NotifySocket, _ more: String...) -> [String] {
    ["/usr/bin/env", "NOTIFY_SOCKET=\(manager.path)"] + more
  }

  @Test("READY comes from the main process and once it can be called; without a bus there is none")
  func ready() async throws {
    let scene = try await Scene()
    let manager = NotifySocket(scene.folder)
    let daemon = try scene.launchDaemon(prefix: under(manager))
    try await manager.log.line(with: "pid=\(daemon.pid) READY=1")
    #expect(try await scene.status()["mode"] == .string("enforce"))
    #expect(try await daemon.stop() == 0)
    try await manager.log.line(with: "pid=\(daemon.pid) STOPPING=1")

    scene.bus.stop()
    let seen = manager.log.lines.count
    #expect(try await scene.launchDaemon(prefix: under(manager)).end() == 1)
    #expect(manager.log.lines.count == seen)
  }

  @Test("another program's lock on the store: fed and readable all along, and no look is lost")
  func locked() async throws {
    let scene = try await Scene()
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    let manager = NotifySocket(scene.folder)
    try await scene.startRunner()
    try await scene.startDaemon(prefix: under(manager, "WATCHDOG_USEC=300000"))
    try await scene.listen()
    try await scene.enrol("001")
    let log = try await scene.daemon().log
    let other = try Connection(
      path: scene.folder.file("state/store.db"),
      options: ConnectionOptions(mode: .readWrite, busyTimeout: .seconds(20)))
    try other.run("BEGIN IMMEDIATE")
    try await scene.control("user", "revoke", "001")
    try await log.line(with: "condition began", "store_blocked")
    let fed = manager.log.lines(with: "WATCHDOG=1").count
    try await manager.log.lines(fed + 5, with: "WATCHDOG=1")
    #expect(try await scene.state("001") == "authorized")

    try other.run("ROLLBACK")
    try await scene.signals.line(with: "CredentialRevoked", "subject=001")
    try await log.line(with: "condition ended", "store_blocked")
    try await log.line(with: "A hook did its work", "subject=001")
    #expect(try scene.hookDocuments().count == 1)
  }

  /// Starts a daemon to which these signals were sent before its first instruction.
  private func start(_ scene: Scene, pending signals: String) throws -> RunningProgram {
    let script = """
      import os, signal, sys
      wanted = [getattr(signal, name) for name in '\(signals)'.split()]
      signal.pthread_sigmask(signal.SIG_BLOCK, wanted)
      for number in wanted: os.kill(os.getpid(), number)
      os.execv(sys.argv[1], sys.argv[1:])
      """
    return try scene.launchDaemon(prefix: ["/usr/bin/python3", "-c", script])
  }

  @Test("SIGHUP during the start is a reload after it; SIGTERM during the start is a stop in order")
  func early() async throws {
    let scene = try await Scene()
    let reloaded = try start(scene, pending: "SIGHUP")
    try await reloaded.log.line(with: "The new configuration is in force")
    let ready = reloaded.log.lines.firstIndex { $0.contains("credstated is ready") }
    let inForce = reloaded.log.lines.firstIndex { $0.contains("The new configuration is in force") }
    #expect(try #require(ready) < #require(inForce))
    #expect(try await reloaded.stop() == 0)
    let stopped = try start(scene, pending: "SIGHUP SIGTERM")
    #expect(try await stopped.end() == 0)
    #expect(stopped.log.lines(with: "credstated stops").count == 1)
  }
}
