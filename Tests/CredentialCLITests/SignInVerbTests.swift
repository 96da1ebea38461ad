import CredentialCLI
import CredentialCore
import Linux
import Support
import Systemd
import Testing

@Suite("The verbs about sign-ins", .timeLimit(.minutes(5)))
struct SignInVerbTests {
  @Test("sign-in hands the document over in a descriptor and tells what came of it")
  func signIn() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await StandInMonitor(on: bus.address)
    let document = #"{"id_token":"SECRET","code":"c"}"#
    let run = await CommandRun.run(
      ["sign-in", "apple", "-a", "me", "--json"], bus: bus.address, token: document)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(run.output.contains(#""sign_in":{"outcome":"new","credential":{"#))
    let state = monitor.state.withLock { $0 }
    #expect(state.token == document && state.details["account"] == .string("me"))
    #expect(!run.output.contains("SECRET"))
    let text = await CommandRun.run(["sign-in", "apple"], bus: bus.address, token: document)
    #expect(text.status == 0 && text.output.contains("new") && text.output.contains("001.a"))
    await monitor.stop()
  }

  @Test("each refusal has its code, and says what to tell the user")
  func refused() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await StandInMonitor(on: bus.address)
    let codes = ["canceled", "failed", "invalid_response", "not_handled", "unknown"]
    for (code, word) in zip(SignInRefusal.Code.allCases, codes) {
      let error = OperationError(SignInRefusal(code, "so it is"))
      monitor.state.withLock { $0.failure = (error.name, error.message) }
      let run = await CommandRun.run(
        ["sign-in", "apple", "--json"], bus: bus.address, token: "{}")
      #expect(run.status == 1)
      let output = run.output + run.errors
      #expect(output.contains(#""code":"\#(word)""#) && output.contains("Tell the user"), "\(run)")
    }
    await monitor.stop()
  }

  @Test("user shows what is known of a user")
  func user() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await StandInMonitor(on: bus.address)
    let run = await CommandRun.run(["user", "apple", "001.a"], bus: bus.address)
    #expect(run.status == 0 && run.output.contains("홍길동"), "\(run)")
    await monitor.stop()
  }
}
