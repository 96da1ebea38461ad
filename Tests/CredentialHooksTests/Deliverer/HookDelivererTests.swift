import CredentialCore
import CredentialHooks
import Linux
import Support
import Testing

@Suite("Delivering events to hooks")
struct HookDelivererTests {
  @Test(
    "a revoked user's hook runs once, and not again under the next daemon",
    .timeLimit(.minutes(5)))
  func once() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    let log = scene.runner.folder.file("log")
    let hook = scene.hook("echo $CREDSTATE_SUBJECT $CREDSTATE_ATTEMPT >> \(log)")
    try await scene.deliver([hook]) {
      let notice = try await scene.next(.hookDone)
      #expect(notice.fields["hook"] == .text("logout"))
    }
    try await scene.deliver([hook]) {
      try await scene.revoke(["u2"])
      _ = try await scene.next(.hookDone)
    }
    #expect(scene.text("log") == "u1 1\nu2 1\n")
    #expect(try await scene.store.census().deliveries[.done] == 2)
  }

  @Test(
    "a hook that fails twice is tried again and told how the attempt before ended",
    .timeLimit(.minutes(5)))
  func retries() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    let log = scene.runner.folder.file("log")
    let body = """
      echo "$CREDSTATE_ATTEMPT ${CREDSTATE_PREVIOUS-first} $CREDSTATE_EVENT_ID" >> \(log)
      case $CREDSTATE_ATTEMPT in 1) exit 1;; 2) exit 75;; *) exit 0;; esac
      """
    try await scene.deliver([scene.hook(body)]) {
      #expect(try await scene.next(.hookRetry).fields["outcome"] == .text("failed"))
      #expect(try await scene.next(.hookRetry).fields["outcome"] == .text("later"))
      _ = try await scene.next(.hookDone)
    }
    let event = "\(scene.store.generation)-2"
    #expect(scene.text("log") == "1 first \(event)\n2 failed \(event)\n3 later \(event)\n")
  }

  @Test("a hook that always fails ends as a dead letter after its day", .timeLimit(.minutes(5)))
  func deadLetter() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    try await scene.deliver([scene.hook("exit 9")]) {
      let notice = try await scene.next(.hookGivenUp)
      #expect(notice.fields["detail"] == .text("exit status 9"))
    }
    #expect(try await scene.store.census().deliveries[.deadLetter] == 1)
  }

  @Test(
    "exit status 77 closes the delivery, 78 stops the hook with a condition until it is mended",
    .timeLimit(.minutes(5)))
  func otherStatuses() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1", "u2"])
    let body =
      "[ $CREDSTATE_SUBJECT = u1 ] && exit 77; [ $CREDSTATE_ATTEMPT = 1 ] && exit 78; exit 0"
    try await scene.deliver([scene.hook(body)]) {
      var outcomes: Set<String> = []
      for _ in 1...2 {
        if case .text(let outcome) = try await scene.next(.hookDone).fields["outcome"] {
          outcomes.insert(outcome)
        }
      }
      #expect(outcomes == ["not_mine", "done"])
    }
    #expect(scene.conditions.all.contains("+hook_stopped logout: exit status 78"))
    #expect(scene.conditions.all.last == "-hook_stopped logout")
  }

  @Test(
    "a stopped hook that a reload takes away is told of as stopped no longer",
    .timeLimit(.minutes(5)))
  func takenAway() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    let hook = scene.hook("exit 78")
    try await scene.deliver(
      [hook],
      with: { deliverer in
        for await entry in scene.conditions.told where entry.hasPrefix("+hook_stopped") { break }
        await deliverer.apply([])
      })
    #expect(
      scene.conditions.all.last { $0.contains("hook_stopped") } == "-hook_stopped logout")
  }

  @Test(
    "a hook that may not run is a condition that names file, owner and mode",
    .timeLimit(.minutes(5)))
  func refused() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    let hook = scene.hook("exit 0")
    scene.runner.folder.write("logout", "#!/bin/sh\n", mode: 0o777)
    try await scene.deliver([hook]) {
      let notice = try await scene.next(.hookRetry)
      #expect(notice.fields["outcome"] == .text("not_started"))
    }
    let told = scene.conditions.all.first { $0.hasPrefix("+hook_stopped") } ?? ""
    #expect(told.contains("\(hook.command[0]) (owner uid \(ThisProcess.userID), mode 0777)"))
  }

  @Test(
    "a hook that is taken away while it runs, and fails, leaves a delivery that is told of",
    .timeLimit(.minutes(5)))
  func orphaned() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    let gate = Gate(scene.runner.folder)
    try await scene.deliver([scene.hook("\(gate.wait)\nexit 1")]) { try await gate.awaitArrival() }
    try await scene.store.setHooks([], now: scene.time.now())
    #expect(try await scene.store.orphanedDeliveries() == 0)
    try await scene.deliver([]) {
      try await gate.open()
      _ = try await scene.next(.hookRetry)
    }
    #expect(try await scene.store.orphanedDeliveries() == 1)
    #expect(scene.conditions.all.contains("+hook_orphaned : a delivery of the hook logout"))
  }

  @Test(
    "the daemon stops while a hook runs; the next one hears of its end and does not repeat it",
    .timeLimit(.minutes(5)))
  func survivesDaemon() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    let gate = Gate(scene.runner.folder)
    let hook = scene.hook("\(gate.wait)\necho ran >> \(scene.runner.folder.file("log"))")
    try await scene.deliver([hook]) { try await gate.awaitArrival() }
    #expect(try await scene.store.openAttempts().count == 1)
    try await scene.deliver([hook]) {
      try await gate.open()
      _ = try await scene.next(.hookDone)
    }
    #expect(scene.text("log") == "ran\n")
    #expect(try await scene.store.census().deliveries[.done] == 1)
  }

  @Test(
    "the runner is killed while a hook runs; the attempt is unknown and runs again, marked so",
    .timeLimit(.minutes(5)))
  func survivesRunner() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    let gate = Gate(scene.runner.folder)
    let log = scene.runner.folder.file("log")
    let body = """
      echo "$CREDSTATE_ATTEMPT ${CREDSTATE_PREVIOUS-first}" >> \(log)
      [ $CREDSTATE_ATTEMPT = 1 ] || exit 0
      \(gate.wait)
      echo lived >> \(log)
      """
    try await scene.deliver([scene.hook(body)]) {
      try await gate.awaitArrival()
      try scene.runner.restart(Signal.kill)
      #expect(try await scene.next(.hookRetry).fields["outcome"] == .text("unknown"))
      _ = try await scene.next(.hookDone)
    }
    #expect(scene.text("log") == "1 first\n2 unknown\n")
    #expect(scene.conditions.all.contains("-hook_runner_lost "))
  }

  @Test(
    "an unknown attempt of a hook that must not be repeated is a dead letter",
    .timeLimit(.minutes(5)))
  func unknownIsDead() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    let gate = Gate(scene.runner.folder)
    try await scene.deliver([scene.hook(gate.wait, retriesUnknown: false)]) {
      try await gate.awaitArrival()
      try scene.runner.restart(Signal.kill)
      #expect(try await scene.next(.hookGivenUp).fields["outcome"] == .text("unknown"))
    }
  }

  @Test("one slow run holds up neither other users nor another hook", .timeLimit(.minutes(5)))
  func slowHook() async throws {
    let scene = try DelivererScene()
    let other = HookName("other")
    let users = (1...6).map { "u\($0)" }
    try await scene.revoke(users, hooks: [DelivererScene.hook, other])
    let gate = Gate(scene.runner.folder)
    let slow = scene.hook("[ $CREDSTATE_SUBJECT = u1 ] || exit 0\n\(gate.wait)", concurrency: 2)
    try await scene.deliver([slow, scene.hook("exit 0", name: other)]) {
      for _ in 1...11 { _ = try await scene.next(.hookDone) }
      try await gate.awaitArrival()
      #expect(
        try await scene.store.openAttempts().map(\.event.body.credential.subject.text) == ["u1"])
      try await gate.open()
      _ = try await scene.next(.hookDone)
    }
  }
}
