import CredentialCore
import Glibc
import Linux
import Support
import Testing

@testable import CredentialHooks

@Suite("Runner: what the system denies it")
struct RunnerFaultTests {
  @Test("a hook that cannot be watched is refused, and neither process nor group nor entry stays")
  func unwatchable() throws {
    let stage = RunnerInTest()
    let runner = stage.runner()
    let run = try HookRun.spawn(
      RunnerUnderTest.key(1), stage.request(), number: 1, in: stage.surroundings())
    #expect(try stage.groupsLeft() == ["hook-test-1"])
    // The stand-in fault: epoll_ctl(2) takes no descriptor twice.
    let taken = try runner.loop.watch(run.report.number, .read) { _ in }
    #expect(throws: RefusedRun.self) { try runner.admit(run) }
    #expect(runner.runs.isEmpty && runner.byKey.isEmpty)
    #expect(!ProcessFacts.children().contains(run.child.pid))
    #expect(try stage.groupsLeft() == [])
    runner.loop.unwatch(taken)
  }

  @Test("a hook that cannot be given its input counts as told to go, so that its end is told")
  func noInput() throws {
    let stage = RunnerInTest()
    let runner = stage.runner()
    let run = try HookRun.spawn(
      RunnerUnderTest.key(1), stage.request(), number: 1, in: stage.surroundings())
    try runner.admit(run)
    run.stage = .prepared
    // The stand-in fault for a memory that is full: the file cannot be written any more.
    let unwritable = try FileDescriptor(path: "/dev/null", flags: O_RDONLY)
    dup2(unwritable.number, run.input.number)
    runner.take(.go(run.key, input: "x"))
    #expect(run.hasGone)
    #expect(run.lostBeforeGo?.contains("Bad file descriptor") == true)
    _ = run.child.waitForEnding()
  }

  @Test("a hook whose process cannot be started leaves no group")
  func unspawnable() throws {
    let stage = RunnerInTest()
    let surroundings = stage.surroundings(trampoline: stage.folder.file("none"))
    #expect(throws: RefusedRun.self) {
      _ = try HookRun.spawn(
        RunnerUnderTest.key(1), stage.request(), number: 1, in: surroundings)
    }
    #expect(try stage.groupsLeft() == [])
  }

  @Test(
    "under a limit of descriptors hooks are refused with the reason, and run again after it",
    .timeLimit(.minutes(5)))
  func descriptors() async throws {
    let runner = try RunnerUnderTest(descriptors: 48)
    let client = runner.connect()
    let request = runner.script("exit 0")
    var (prepared, refusals): ([AttemptKey], [String]) = ([], [])
    for number in 1...16 {
      client.connection.send(.prepare(RunnerUnderTest.key(Int64(number)), request))
    }
    while prepared.count + refusals.count < 16 {
      switch try await client.next() {
      case .prepared(let key): prepared.append(key)
      case .refused(_, let reason, _): refusals.append(reason)
      default: continue
      }
    }
    #expect(!prepared.isEmpty && !refusals.isEmpty)
    #expect(refusals.allSatisfy { $0.contains("Too many open files") }, "\(refusals)")
    for key in prepared { client.connection.send(.go(key, input: "")) }
    for _ in prepared { _ = try await client.next() }
    #expect(
      try await client.run(request, as: RunnerUnderTest.key(99)).ending == .exited(0))
  }
}
