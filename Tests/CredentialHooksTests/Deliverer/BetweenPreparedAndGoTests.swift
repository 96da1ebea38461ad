import CredentialCore
import CredentialHooks
import CredentialStore
import Glibc
import Linux
import Support
import Testing

@Suite("Delivering: what comes between the commit of a start and the go")
struct BetweenPreparedAndGoTests {
  @Test(
    "the runner restarts there: nothing ran, so it is started again at once and no hook is stopped",
    .timeLimit(.minutes(5)))
  func restart() async throws {
    let (begun, feed) = AsyncStream.makeStream(of: Int.self)
    let goOn = Opening()
    let store = StoreWithAStop(over: MemoryStore()) { start in
      guard case .begun(let facts) = start, facts.attempt == 1 else { return }
      feed.yield(facts.attempt)
      await goOn.wait()
    }
    let scene = try DelivererScene(store: store)
    try await scene.revoke(["u1"])
    let log = scene.runner.folder.file("log")
    let body = "echo $CREDSTATE_ATTEMPT ${CREDSTATE_PREVIOUS-none} >> \(log)"
    try await scene.deliver([scene.hook(body)]) {
      for await _ in begun { break }
      try scene.runner.restart(Signal.kill)
      var greetings = 0
      for await entry in scene.conditions.told where entry.hasPrefix("-hook_runner_lost") {
        greetings += 1
        if greetings == 2 { break }
      }
      goOn.open()
      let retry = try await scene.next(.hookRetry)
      #expect(retry.fields["outcome"] == .text("not_run"))
      guard case .time(let next) = retry.fields["next_try"] else {
        Issue.record("it is not tried again")
        return
      }
      #expect(next <= scene.time.now())
      _ = try await scene.next(.hookDone)
    }
    #expect(scene.text("log") == "2 none\n")
    #expect(!scene.conditions.all.contains { $0.hasPrefix("+hook_stopped") })
  }

  @Test(
    "what was prepared is killed there: the hook is tried again later and is not stopped",
    .timeLimit(.minutes(5)))
  func trampolineKilled() async throws {
    let runner = try RunnerUnderTest()
    let pid = runner.process.pid
    let store = StoreWithAStop(over: MemoryStore()) { start in
      guard case .begun(let facts) = start, facts.attempt == 1 else { return }
      let prepared = ProcessTable.snapshot().filter { $0.parent == pid }
      let ends = prepared.compactMap { ProcessTable.signal($0, Signal.kill) }
      try await blocking {
        for end in ends {
          let poller = Poller()
          try poller.add(end.number, .read, token: 0)
          _ = poller.wait()
        }
      }
    }
    let scene = try DelivererScene(runner: runner, store: store)
    try await scene.revoke(["u1"])
    let log = scene.runner.folder.file("log")
    let body = "echo $CREDSTATE_ATTEMPT ${CREDSTATE_PREVIOUS-none} >> \(log)"
    try await scene.deliver([scene.hook(body)]) {
      #expect(try await scene.next(.hookRetry).fields["outcome"] == .text("not_run"))
      _ = try await scene.next(.hookDone)
    }
    #expect(scene.text("log") == "2 none\n")
    #expect(!scene.conditions.all.contains { $0.hasPrefix("+hook_stopped") })
  }
}

/// Opened once; whoever waits then goes on.
private struct Opening: Sendable {
  private let stream: AsyncStream<Void>
  private let feed: AsyncStream<Void>.Continuation

  init() { (stream, feed) = AsyncStream.makeStream() }

  func open() { feed.finish() }

  func wait() async { for await _ in stream {} }
}
