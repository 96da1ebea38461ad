internal import Support
internal import Testing

@Suite("A full disk", .serialized, .timeLimit(.minutes(5)))
struct StoreFullTests {
  private func limitFiles(of daemon: RunningProgram, to limit: String) async throws {
    let run = try await ProgramRun.run(
      ["prlimit", "--pid", "\(daemon.pid)", "--fsize=\(limit):unlimited"])
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("registrations are refused, nothing is lost, and all goes on when there is room again")
  func full() async throws {
    let scene = try await Scene.running()
    try await scene.daemon().stop()
    // The limit of a file's size stands for the disk's; its signal is ignored, so that writes fail.
    try await scene.startDaemon(prefix: ["/bin/sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"])
    let daemon = try await scene.daemon()
    try await scene.enrol("001")
    let token = try await scene.control("user", "add", "002")
    try await limitFiles(of: daemon, to: "0")
    try await scene.control("user", "revoke", "001")

    let refused = try await scene.ctl(
      "register", "demo", "002", "--client", "com.example.app", input: token)
    #expect(refused.status == 1)
    try await daemon.log.line(with: "condition began", "store_blocked")
    #expect(try await scene.state("001") == "authorized")

    try await limitFiles(of: daemon, to: "unlimited")
    try await scene.signals.line(with: "CredentialRevoked", "subject=001")
    try await daemon.log.line(with: "condition ended", "store_blocked")
    let accepted = try await scene.ctl(
      "register", "demo", "002", "--client", "com.example.app", input: token)
    #expect(accepted.status == 0)
  }
}
