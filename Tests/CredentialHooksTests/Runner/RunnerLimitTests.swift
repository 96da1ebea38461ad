import CredentialHooks
import Glibc
import Linux
import Support
import Testing

@Suite("Runner: time limits and what hooks leave behind")
struct RunnerLimitTests {
  @Test(
    "at the limit a hook and its children end, also those that ignore SIGTERM or left its session",
    .timeLimit(.minutes(5)))
  func wholeTree() async throws {
    let runner = try RunnerUnderTest()
    let client = runner.connect()
    let body = """
      trap "" TERM
      sleep 611 & sleep 611 &
      setsid sleep 611 &
      env -i setsid /bin/sh -c '/bin/sleep 611 & exit 0'
      touch \(runner.folder.file("ready"))
      wait
      """
    let outcome = try await timedOut(body, grace: .milliseconds(100), runner, client)
    #expect(outcome.killed >= 5)
    #expect(outcome.runtime < .seconds(600))
    #expect(below(runner) == [])
    #expect(try await client.run(runner.script("exit 0")).ending == .exited(0))
  }

  @Test(
    "a hook that obeys SIGTERM at the limit is reported as timed out all the same",
    .timeLimit(.minutes(5)))
  func obeys() async throws {
    let runner = try RunnerUnderTest()
    let body = """
      trap 'echo bye; exit 0' TERM
      touch \(runner.folder.file("ready"))
      sleep 611 & wait; wait
      """
    let outcome = try await timedOut(body, grace: .seconds(200), runner, runner.connect())
    #expect(outcome.output.text == "bye\n")
    #expect(below(runner) == [])
  }

  /// The outcome of a script that was ended at its limit after it had made the file `ready`: on a
  /// busy machine a short limit ends it before, which is right and shows nothing.
  private func timedOut(
    _ body: String, grace: Duration, _ runner: RunnerUnderTest, _ client: RunnerClient
  ) async throws -> RunOutcome {
    var limit = Duration.milliseconds(300)
    while true {
      let outcome = try await client.run(runner.script(body, limit: limit, grace: grace))
      #expect(outcome.ending == .timedOut)
      if runner.folder.read("ready") != nil { return outcome }
      limit *= 3
    }
  }

  @Test(
    "the end of a hook is told although a grandchild holds its output; the grandchild is ended",
    .timeLimit(.minutes(5)))
  func heldPipe() async throws {
    let runner = try RunnerUnderTest()
    let outcome = try await runner.connect().run(runner.script("sleep 612 & echo out; exit 3"))
    #expect(outcome.ending == .exited(3))
    #expect(outcome.output.text == "out\n")
    #expect(outcome.killed == 1)
    #expect(outcome.runtime < .seconds(600))
    #expect(below(runner) == [])
  }

  @Test("one hook's end does not touch the children of another", .timeLimit(.minutes(5)))
  func others() async throws {
    let runner = try RunnerUnderTest()
    let (client, long) = (runner.connect(), RunnerUnderTest.key(2))
    let fifo = runner.folder.file("fifo")
    mkfifo(fifo, 0o600)
    let request = runner.script("(read line < \(fifo); exit 7) & wait $!", name: "long")
    client.connection.send(.prepare(long, request))
    while try await client.next() != .prepared(long) {}
    client.connection.send(.go(long, input: ""))
    _ = try await client.run(runner.script("sleep 613 & exit 0"))
    try await blocking {
      _ = try FileDescriptor(path: fifo, flags: O_WRONLY).write(Array("go on\n".utf8))
    }
    guard case .outcome(long, let outcome) = try await client.next() else {
      Issue.record("another reply")
      return
    }
    #expect(outcome.ending == .exited(7))
  }

  @Test(
    "after many runs, some failing to start, timed out or killed, nothing is left and every end was seen",
    .timeLimit(.minutes(5)))
  func nothingLeft() async throws {
    let runner = try RunnerUnderTest()
    let client = runner.connect()
    _ = try await client.run(runner.script("exit 0"))
    try await settle(client)
    let before = (ProcessFacts.descriptors(of: runner.process.pid).count, threads(runner))
    let scripts = [
      runner.script("exit 0", name: "a"), runner.script("kill -9 $$", name: "b"),
      runner.script("sleep 614", name: "c", limit: .milliseconds(1), grace: .zero),
      runner.script("(sleep 614 &) ; exit 1", name: "d"),
    ]
    var broken = runner.script("")
    broken.path = runner.folder.write("e", "no program\n", mode: 0o755)
    let kinds = scripts + [broken]
    var seen = 0
    // Eight at a time; each end makes room for the next.
    for number in 1...8 { begin(client, kinds, number) }
    while seen < 200 {
      switch try await client.next() {
      case .prepared(let key): client.connection.send(.go(key, input: ""))
      case .outcome(let key, _):
        client.connection.send(.acknowledge(key))
        seen += 1
        if seen + 7 < 200 { begin(client, kinds, seen + 8) }
      case .refused(_, let reason, _): throw ConnectionLost(reason: reason)
      default: continue
      }
    }
    _ = try await client.run(runner.script("exit 0"), as: RunnerUnderTest.key(9999))
    try await settle(client)
    #expect(below(runner) == [])
    #expect(ProcessFacts.children(of: runner.process.pid) == [])
    #expect(ProcessFacts.descriptors(of: runner.process.pid).count == before.0)
    #expect(threads(runner) == before.1)
  }

  /// Returns in a later turn of the runner's loop, when it holds nothing more of the last run.
  private func settle(_ client: RunnerClient) async throws {
    client.connection.send(.hello)
    while true {
      if case .hello = try await client.next() { return }
    }
  }

  private func begin(_ client: RunnerClient, _ kinds: [RunRequest], _ number: Int) {
    client.connection.send(
      .prepare(RunnerUnderTest.key(Int64(number)), kinds[number % kinds.count]))
  }

  private func threads(_ runner: RunnerUnderTest) -> Int {
    ProcessFacts.threads(of: runner.process.pid).count
  }

  /// Live processes below the runner.
  private func below(_ runner: RunnerUnderTest) -> [Int32] {
    ProcessTable.descendants(of: runner.process.pid, in: ProcessTable.snapshot())
      .filter { !$0.isDead }.map(\.pid)
  }
}
