import CredentialCLI
import CredentialCore
import JSON
import Linux
import Support
import Systemd
import Testing

@Suite("The verb access-token", .timeLimit(.minutes(5)))
struct AccessTokenTests {
  /// Runs a line against a daemon that hands this token over.
  private func ask(
    _ line: [String], token: String = "a.SECRET", isTerminal: Bool = false
  ) async throws -> (run: CommandRun, state: StandInMonitor.State) {
    let bus = try await PrivateBus.start()
    var state = StandInMonitor.State()
    state.token = token
    let monitor = try await StandInMonitor(on: bus.address, state)
    let run = await CommandRun.run(line, bus: bus.address, isTerminal: isTerminal)
    await monitor.stop()
    return (run, monitor.state.withLock { $0 })
  }

  @Test("the token alone is printed, in JSON with its client and its end")
  func prints() async throws {
    let text = try await ask(["access-token", "shop", "ann"])
    #expect(text.run.status == 0 && text.run.output == "a.SECRET\n" && text.run.errors.isEmpty)
    #expect(text.state.operations.last?.last == .uint64(0))
    let json = try await ask(["access-token", "shop", "ann", "--new", "--json"])
    let row = try #require(try json.run.document["access_token"])
    #expect(row["token"] == "a.SECRET" && row["client"] == "shop")
    #expect(row["expires"]?.string?.hasSuffix("Z") == true, "\(json.run)")
    #expect(json.state.operations.last?.last == .uint64(1))
  }

  @Test("on a terminal nothing is asked for without --show")
  func terminal() async throws {
    for line in [["access-token", "shop", "ann"], ["access-token", "shop", "ann", "--json"]] {
      let refused = try await ask(line, isTerminal: true)
      #expect(refused.run.status == 2 && refused.run.errors.contains("--show"), "\(refused.run)")
      #expect(refused.state.calls.isEmpty && !refused.run.output.contains("SECRET"))
    }
    let shown = try await ask(["access-token", "shop", "ann", "--show"], isTerminal: true)
    #expect(shown.run.status == 0 && shown.run.output == "a.SECRET\n")
  }

  static let odd = ["", "two words", "line\nbreak", String(repeating: "a", count: 16_385)]

  @Test("what is no token is not printed", arguments: odd.indices)
  func notATokenAtAll(_ index: Int) async throws {
    let answer = try await ask(["access-token", "shop", "ann"], token: Self.odd[index])
    #expect(answer.run.status == 1 && answer.run.output.isEmpty, "\(answer.run.errors)")
  }
}
