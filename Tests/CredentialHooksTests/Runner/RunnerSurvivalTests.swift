import CredentialHooks
import Glibc
import Linux
import Support
import Testing

@Suite("Runner: deaths of the daemon and of the runner")
struct RunnerSurvivalTests {
  @Test(
    "a hook goes on when the daemon dies, and its outcome is told to the next until acknowledged",
    .timeLimit(.minutes(5)))
  func daemonDies() async throws {
    let runner = try RunnerUnderTest()
    let key = RunnerUnderTest.key(1)
    let fifo = runner.folder.file("fifo")
    mkfifo(fifo, 0o600)
    try await begin(runner, key, runner.script("read line < \(fifo); exit 5"))
    let (second, greeting) = try await connectNext(runner)
    guard case .hello(_, [key], []) = greeting else {
      Issue.record("the running attempt is not told: \(greeting)")
      return
    }
    try await blocking {
      _ = try FileDescriptor(path: fifo, flags: O_WRONLY).write(Array("go on\n".utf8))
    }
    guard case .outcome(key, let outcome) = try await second.next() else {
      Issue.record("no outcome")
      return
    }
    #expect(outcome.ending == .exited(5))
    try await disconnect(second)
    let (third, last) = try await connectNext(runner)
    guard case .hello(_, [], [key]) = last else {
      Issue.record("the outcome was forgotten")
      return
    }
    #expect(try await third.next() == .outcome(key, outcome))
    third.connection.send(.acknowledge(key))
    third.connection.send(.hello)
    guard case .hello(_, [], []) = try await third.next() else {
      Issue.record("an acknowledged outcome is told again")
      return
    }
  }

  @Test(
    "what was prepared but not told to go ends without running when the daemon dies",
    .timeLimit(.minutes(5)))
  func ungone() async throws {
    let runner = try RunnerUnderTest()
    let request = runner.script("touch \(runner.folder.file("ran"))")
    let first = runner.connect()
    first.connection.send(.prepare(RunnerUnderTest.key(1), request))
    _ = try await first.next()
    #expect(try await first.next() == .prepared(RunnerUnderTest.key(1)))
    try await disconnect(first)
    let (second, greeting) = try await connectNext(runner)
    guard case .hello(_, [], []) = greeting else {
      Issue.record("an attempt that was not told to go is told as one that was")
      return
    }
    // The same attempt can be prepared again, and runs once.
    #expect(try await second.run(runner.script("echo once")).output.text == "once\n")
    #expect(runner.folder.read("ran") == nil)
  }

  @Test(
    "a new runner first ends what a killed one left behind, and knows none of its attempts",
    .timeLimit(.minutes(5)))
  func runnerKilled() async throws {
    let runner = try RunnerUnderTest()
    let client = runner.connect()
    let fifo = runner.folder.file("fifo")
    mkfifo(fifo, 0o600)
    // The leader is told to die with the runner; its children, one in a session of its own, are not.
    let request = runner.script("sleep 615 & setsid sleep 615 & echo ready > \(fifo); wait")
    try await begin(client, RunnerUnderTest.key(1), request)
    let ready = try await blocking {
      try FileDescriptor(path: fifo, flags: O_RDONLY).read(upTo: 10)
    }
    #expect(ready == Array("ready\n".utf8))
    let below = ProcessTable.descendants(of: runner.process.pid, in: ProcessTable.snapshot())
    #expect(below.count >= 3)
    try runner.restart(Signal.kill)
    guard case .hello(_, [], []) = try await runner.connect().next() else {
      Issue.record("a new runner knows attempts of the old one")
      return
    }
    for process in below {
      let now = ProcessTable.entry(process.pid)
      #expect(now?.startTime != process.startTime || now?.isDead == true, "\(process) lives")
    }
  }

  @Test(
    "a stop ends running hooks and tells that they were interrupted, and the runner exits with 0",
    .timeLimit(.minutes(5)))
  func stops() async throws {
    let runner = try RunnerUnderTest()
    let client = runner.connect()
    try await begin(client, RunnerUnderTest.key(1), runner.script("sleep 616"))
    #expect(runner.stop(SIGTERM) == .exited(0))
    guard case .outcome(_, let outcome) = try await client.next() else {
      Issue.record("no outcome")
      return
    }
    #expect(outcome.ending == .interrupted)
  }

  @Test("a second daemon is refused while the first is connected", .timeLimit(.minutes(5)))
  func second() async throws {
    let runner = try RunnerUnderTest()
    let first = runner.connect()
    _ = try await first.next()
    #expect(try await runner.connect().next() == .fault("another daemon is connected"))
    #expect(try await first.run(runner.script("exit 0")).ending == .exited(0))
  }

  private func begin(
    _ runner: RunnerUnderTest, _ key: AttemptKey, _ request: RunRequest
  ) async throws {
    let client = runner.connect()
    try await begin(client, key, request)
    try await disconnect(client)
  }

  private func begin(_ client: RunnerClient, _ key: AttemptKey, _ request: RunRequest) async throws
  {
    client.connection.send(.prepare(key, request))
    while try await client.next() != .prepared(key) {}
    client.connection.send(.go(key, input: ""))
    // Answered in order: once this comes, the go was acted on.
    client.connection.send(.hello)
    while true {
      if case .hello(_, [key], _) = try await client.next() { return }
    }
  }

  /// The connection after one that was closed, and its greeting.
  ///
  /// A child that another test is starting holds a copy of the closed socket until it has become
  /// its program, and so long the runner rightly says that another daemon is connected.
  private func connectNext(
    _ runner: RunnerUnderTest
  ) async throws -> (RunnerClient, RunnerReply) {
    while true {
      let client = runner.connect()
      let reply = try await client.next()
      if reply != .fault("another daemon is connected") { return (client, reply) }
    }
  }

  private func disconnect(_ client: RunnerClient) async throws {
    client.connection.close()
    await #expect(throws: ConnectionLost(reason: "the connection was closed")) {
      while true { _ = try await client.next() }
    }
  }
}
