internal import Crypto
internal import JSON
internal import Support
internal import Testing

@Suite("Notifications that a service hands over", .serialized, .timeLimit(.minutes(5)))
struct PushTests {
  @Test("a notification logs its user out at once, and twice the same counts once, also later")
  func revokes() async throws {
    let desk = try await PushDesk()
    try await desk.start()
    try await desk.enrol(["001", "002"])
    let body = try desk.notification("consent-revoked", of: "001", id: "n-1")
    let first = try await desk.push(body)
    #expect(first["status"] == 200 && first["outcome"] == "accepted")
    try await desk.scene.signals.line(
      with: "CredentialRevoked", "subject=001", "reason=consent_withdrawn")
    let log = try await desk.scene.daemon().log
    try await log.line(with: "A hook did its work", "001")
    #expect(try await desk.push(body) == first)
    #expect(try await desk.state("001") == "revoked")
    #expect(try await desk.state("002") == "authorized")

    try await desk.scene.daemon().stop()
    try await desk.scene.startDaemon()
    #expect(try await desk.push(body) == first)
    #expect(try desk.scene.hookDocuments().count == 1)
  }

  @Test("killed after the commit: the same notification is answered well, and the hook runs once")
  func killed() async throws {
    let desk = try await PushDesk()
    try await desk.start()
    try await desk.enrol(["001"])
    let body = try desk.notification("account-deleted", of: "001", id: "n-1")
    async let answer = desk.scene.ctl("push", PushDesk.client, input: body)
    let daemon = try await desk.scene.daemon()
    try await daemon.log.line(with: "A credential changed its state", "001")
    _ = try? await daemon.stop(9)
    _ = try await answer
    try await desk.scene.startDaemon()
    let again = try await desk.push(body)
    #expect(again["status"] == 200)
    // The hook may have run before the kill; what it writes last tells that it has run at all.
    #expect(await FolderWatch.appears("hook.argv", in: desk.scene.folder.path))
    #expect(try await desk.state("001") == "notFound")
    #expect(try desk.scene.hookDocuments().count == 1)
  }

  @Test(
    "a store that is full: the sender is to come again, and is answered well when there is room")
  func full() async throws {
    let desk = try await PushDesk()
    try await desk.start()
    try await desk.enrol(
      ["001"], prefix: ["/bin/sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"])
    let daemon = try await desk.scene.daemon()
    try await limitFiles(of: daemon, to: "0")
    let body = try desk.notification("consent-revoked", of: "001", id: "n-1")
    let refused = try await desk.push(body, status: 4)
    #expect(refused["status"] == 503 && refused["outcome"] == "try_later")
    #expect(try await desk.state("001") == "authorized")
    try await daemon.log.line(with: "condition began", "store_blocked")
    try await limitFiles(of: daemon, to: "unlimited")
    try await daemon.log.line(with: "condition ended", "store_blocked")
    #expect(try await desk.push(body)["status"] == 200)
    try await desk.scene.signals.line(with: "CredentialRevoked", "subject=001")
  }

  @Test(
    "a forged one, one for another client and one without keys are told apart, and change nothing")
  func refused() async throws {
    let desk = try await PushDesk()
    try await desk.start()
    try await desk.enrol(["001"])
    let log = try await desk.scene.daemon().log
    let good = try desk.notification("consent-revoked", of: "001", id: "n-1")
    desk.answerKeys(503, "")
    #expect(try await desk.push(good, status: 4)["status"] == 503)
    try desk.publish()

    // The address is not asked again before its interval is over: the daemon starts anew.
    try await desk.scene.daemon().stop()
    try await desk.scene.startDaemon()
    let foreign = try desk.notification("consent-revoked", of: "001", id: "n-2", audience: "x")
    let answer = try await desk.push(foreign, status: 1)
    #expect(answer["status"] == 400 && answer["err"] == "invalid_audience")
    let again = try await desk.scene.daemon().log
    try await again.line(with: "condition began", "push_client_not_configured")
    let forged = try desk.notification(
      "consent-revoked", of: "001", id: "n-3", signedBy: .generateRSA())
    let refusal = try await desk.push(forged, status: 1)
    #expect(refusal["status"] == 400 && refusal["err"] == "authentication_failed")
    try await again.line(with: "A submitted push was refused", "n-3")
    try await log.line(with: "A submitted push was refused", "n-1")
    #expect(try await desk.state("001") == "authorized")
  }

  private func limitFiles(of daemon: RunningProgram, to limit: String) async throws {
    let run = try await ProgramRun.run(
      ["prlimit", "--pid", "\(daemon.pid)", "--fsize=\(limit):unlimited"])
    #expect(run.status == 0, "\(run.errors)")
  }
}
