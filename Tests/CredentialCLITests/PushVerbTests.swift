import CredentialCLI
import CredentialCore
import JSON
import Linux
import Support
import Systemd
import Testing

@Suite("push against a daemon's bus side", .timeLimit(.minutes(5)))
struct PushVerbTests {
  @Test("body and authorization travel as files, and the answer says what to reply")
  func accepted() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await StandInMonitor(on: bus.address)
    let folder = TemporaryFolder()
    let key = folder.write("key", "KakaoAK secret\n")
    let run = await CommandRun.run(
      [
        "push", "kakao", "-t", "text/plain", "--authorization-file", key, "--header",
        "X-GitHub-Event=ping", "--received", "2026-11-30T04:05:06Z",
      ], bus: bus.address, token: "a=1\n")
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(
      run.output == """
        outcome  accepted
        status   200
        news     consent_withdrawn: push_turned

        """)
    monitor.state.withLock { state in
      #expect(state.pushed == ["a=1\n", "KakaoAK secret"])
      #expect(state.details["content_type"] == .string("text/plain"))
      #expect(state.details["received_at"] == .int64(1_796_011_506_000))
      #expect(state.details["x-github-event"] == .string("ping"))
    }
    await monitor.stop()
  }

  @Test(
    "a refusal ends with 1, what is to be sent again with 4; a header that matters to nobody is a mistake"
  )
  func refused() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await StandInMonitor(on: bus.address)
    for (outcome, status) in [("refused", 1), ("try_later", 4)] as [(String, Int32)] {
      monitor.state.withLock { $0.push = [BusField("outcome", .string(outcome))] }
      let run = await CommandRun.run(["push", "apple", "-j"], bus: bus.address, token: "{}")
      #expect(try run.document["push"]?["outcome"] == .string(outcome))
      #expect(run.status == status)
    }
    let wrong = await CommandRun.run(
      ["push", "apple", "--header", "Cookie=1"], bus: bus.address, token: "{}")
    #expect(wrong.status == 2 && wrong.errors.contains("x-hub-signature-256"))
    await monitor.stop()
  }
}
