internal import CredentialCore
internal import Linux

extension Runner {
  /// Does what the daemon asks.
  func take(_ request: RunnerRequest) {
    switch request {
    case .hello: sayHello()
    case .prepare(let key, let run): prepare(key, run)
    case .go(let key, let input): go(key, input)
    case .cancel(let key):
      if let run = byKey[key], !run.hasGone { abandon(run) }
    case .acknowledge(let key): ended[key] = nil
    }
  }

  private func sayHello() {
    let running = byKey.values.filter(\.hasGone).map(\.key)
    let kept = ended.keys.sorted { $0.delivery.sequence < $1.delivery.sequence }
    let instance = setup.surroundings.instance
    for page in RunnerReply.greeting(instance: instance, running: running, ended: kept) {
      session?.send(page)
    }
    untold = kept[...]
    tellOutcomes()
  }

  /// Tells outcomes as long as the connection takes them.
  func tellOutcomes() {
    while let session, session.isFlushed, let key = untold.popFirst() {
      if let outcome = ended[key] { session.send(.outcome(key, outcome)) }
    }
  }

  private func prepare(_ key: AttemptKey, _ request: RunRequest) {
    do throws(RefusedRun) {
      try checkRoom(for: key)
      lastNumber += 1
      try admit(try HookRun.spawn(key, request, number: lastNumber, in: setup.surroundings))
    } catch {
      session?.send(.refused(key, reason: error.description, isBusy: error.isBusy))
    }
  }

  private func checkRoom(for key: AttemptKey) throws(RefusedRun) {
    guard !isStopping else { throw RefusedRun("the runner is stopping", isBusy: true) }
    guard byKey[key] == nil, ended[key] == nil else {
      throw RefusedRun("this attempt was prepared already")
    }
    guard byKey.count < setup.limit else {
      throw RefusedRun("\(setup.limit) hooks are running already", isBusy: true)
    }
    guard ended.count < setup.outcomeLimit else {
      throw RefusedRun("\(ended.count) outcomes have not been acknowledged", isBusy: true)
    }
  }

  /// Lists a run that was spawned and watches it; of one that cannot be watched nothing stays.
  func admit(_ run: HookRun) throws(RefusedRun) {
    runs[run.child.pid] = run
    byKey[run.key] = run
    do throws(SystemError) { try watch(run) } catch {
      abandon(run)
      // Without a watch nobody would hear of its end. It was not told to go, so it ends at once.
      _ = run.child.waitForEnding()
      remove(run)
      throw RefusedRun("the hook cannot be watched: \(error)")
    }
  }

  private func watch(_ run: HookRun) throws(SystemError) {
    try watchOutput(run.output, of: run)
    try watchOutput(run.errors, of: run)
    let report = Holder()
    report.watch = try loop.watch(run.report.number, .read) { [weak self, weak run] _ in
      guard let self, let run else { return }
      if !run.readReport() { report.watch.map { self.loop.unwatch($0) } }
      self.noteReport(run)
    }
    run.watches += [report.watch].compactMap { $0 }
    let end = Holder()
    end.watch = try loop.watch(run.child.pidDescriptor.number, .read) { [weak self, weak run] _ in
      guard let self, let run else { return }
      end.watch.map { self.loop.unwatch($0) }
      self.leaderEnded(run)
    }
    run.watches += [end.watch].compactMap { $0 }
  }

  /// Lets a handler name its own watch.
  private final class Holder {
    var watch: EventLoop.Watch?
  }

  private func watchOutput(_ output: OutputCapture, of run: HookRun) throws(SystemError) {
    output.watch = try loop.watch(output.descriptor, .read) { [weak self, weak output] _ in
      guard let self, let output, !output.read(upTo: 1 << 20) else { return }
      output.watch.map { self.loop.unwatch($0) }
    }
  }

  private func noteReport(_ run: HookRun) {
    guard run.stage == .starting, run.isReady else { return }
    run.stage = .prepared
    session?.send(.prepared(run.key))
  }

  private func go(_ key: AttemptKey, _ input: String) {
    guard let run = byKey[key], run.stage == .prepared else {
      guard byKey[key]?.hasGone != true, ended[key] == nil else { return }
      byKey[key].map(abandon)
      return keep(key, .neverRun(.lost("it was told to go while nothing was prepared for it")))
    }
    do throws(SystemError) {
      try run.start(input: input, now: BootClock.nanoseconds())
    } catch {
      // The trampoline is gone or got no input; its end is the outcome.
      run.lostBeforeGo = "\(error)"
      run.child.signal(Signal.kill)
    }
  }

  /// Notes an outcome until it is acknowledged, and tells it.
  func keep(_ key: AttemptKey, _ outcome: RunOutcome) {
    ended[key] = outcome
    guard session != nil else { return }
    untold.append(key)
    tellOutcomes()
  }
}

extension RunOutcome {
  static func neverRun(_ ending: Ending) -> Self {
    Self(
      ending: ending, killed: 0, runtime: .zero, output: CapturedOutput(),
      errors: CapturedOutput())
  }
}
