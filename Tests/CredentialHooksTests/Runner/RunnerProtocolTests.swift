import CredentialHooks
import Linux
import Support
import Testing

@Suite("Runner: nonsense on its socket")
struct RunnerProtocolTests {
  @Test(
    "nonsense is answered with its fault and ends the connection, not the runner",
    .timeLimit(.minutes(5)),
    arguments: [
      ([0xFF, 0xFF, 0xFF, 0xFF], "the limit is 1048576"),
      ([0, 0, 0, 2, 0x7B, 0x7B], "not JSON"),
      ([0, 0, 0, 2, 0x7B, 0x7D], "unknown type"),
    ] as [([UInt8], String)])
  func nonsense(bytes: [UInt8], fault: String) async throws {
    let runner = try RunnerUnderTest()
    let path = runner.folder.file("socket")
    let answer = try await blocking {
      let socket = try UnixSocket.connect(path: path)
      _ = try socket.send(bytes)
      var answer: [UInt8] = []
      while let piece = try socket.read(upTo: 4096), !piece.isEmpty { answer += piece }
      return String(decoding: answer.dropFirst(4), as: UTF8.self)
    }
    #expect(answer.contains(#""type":"fault""#) && answer.contains(fault), "\(answer)")
    #expect(try await runner.connect().run(runner.script("exit 4")).ending == .exited(4))
  }

  @Test(
    "an attempt that was never prepared cannot be told to go; its outcome says so",
    .timeLimit(.minutes(5)))
  func unprepared() async throws {
    let runner = try RunnerUnderTest()
    let client = runner.connect()
    _ = try await client.next()
    client.connection.send(.go(RunnerUnderTest.key(1), input: ""))
    guard case .outcome(_, let outcome) = try await client.next() else {
      Issue.record("no outcome")
      return
    }
    guard case .lost = outcome.ending else {
      Issue.record("it was started: \(outcome)")
      return
    }
  }

  @Test(
    "a variable without a value, a relative directory and a relative program are refused",
    .timeLimit(.minutes(5)))
  func malformed() async throws {
    let runner = try RunnerUnderTest()
    let client = runner.connect()
    for change: (inout RunRequest) -> Void in [
      { $0.environment.append("NOVALUE") }, { $0.directory = "tmp" }, { $0.path = "hook" },
    ] {
      var request = runner.script("exit 0")
      change(&request)
      await #expect(throws: ConnectionLost.self) { _ = try await client.run(request) }
    }
  }
}
