internal import JSON
internal import Support
internal import Systemd
internal import Testing

@Suite("The main job", .serialized, .timeLimit(.minutes(5)))
struct MainJobTests {
  @Test(
    "a user who withdraws consent: signal, log line and one run of the hook, also after restarts")
  func revocation() async throws {
    let scene = try await Scene.running()
    try await scene.enrol("001.alice")
    try await scene.enrol("002.bob")
    try await scene.revoke("001.alice")
    let log = try await scene.daemon().log
    try await log.line(with: "changed its state", "001.alice", "action=log_out")
    try await log.line(with: "A hook did its work", "001.alice", "10-record")
    try check(try scene.hookDocuments())
    #expect(try await scene.state("002.bob") == "authorized")

    try await scene.stopRunner()
    try await log.line(with: "condition began", "hook_runner_lost")
    #expect(try await scene.daemon().stop() == 0)
    try await scene.startRunner()
    try await scene.startDaemon()
    // The next revocation is delivered after everything that was open before.
    try await scene.revoke("002.bob")
    try await scene.daemon().log.line(with: "A hook did its work", "002.bob")
    let subjects = try scene.hookDocuments().map { $0["credential"]?.object?["subject"]?.string }
    #expect(subjects == ["001.alice", "002.bob"])
    #expect(scene.signals.lines(with: "CredentialRevoked", "001.alice").count == 1)
    #expect(try await scene.deliveries("done") == .int64(2))
  }

  private func check(_ documents: [JSONObject]) throws {
    let document = try #require(documents.first)
    #expect(documents.count == 1)
    #expect(document["version"]?.integer == 1)
    #expect(document["event"]?.string == "state_changed")
    #expect(document["action"]?.string == "log_out")
    #expect(document["reason"]?.string == "token_dead")
    #expect(document["old_state"]?.string == "authorized")
    #expect(document["state"]?.string == "revoked")
    #expect(document["state_now"]?.string == "revoked")
    #expect(document["attempt"]?.integer == 1)
    #expect(document["credential"]?.object?["provider"]?.string == "demo")
    #expect(document["credential"]?.object?["account"]?.string == "account-001.alice")
  }
}
