internal import Linux

extension Runner {
  /// The process that was started for a run has ended.
  func leaderEnded(_ run: HookRun) {
    run.leaderEnding = run.child.ending()
    _ = run.readReport()
    if run.hasGone { return settle(run) }
    if run.stage == .starting {
      let reason = run.startFailure ?? "the trampoline ended early"
      session?.send(.refused(run.key, reason: reason, isBusy: false))
    }
    remove(run)
  }

  /// Lets a run that was not told to go end without running.
  func abandon(_ run: HookRun) {
    run.stage = .abandoned
    run.go = nil
    if byKey[run.key] === run { byKey[run.key] = nil }
    // No byte was written, so killing it cannot interrupt a hook.
    run.child.signal(Signal.kill)
  }

  /// Acts on all deadlines that have passed, and sets the timer for the next.
  func act() {
    let now = BootClock.nanoseconds()
    for run in runs.values {
      switch run.stage {
      case .running where run.deadline.map { $0 <= now } ?? false: terminate(run, now: now)
      case .terminating(let killAt) where killAt <= now: clear(run)
      case .clearing: settle(run)
      default: break
      }
    }
    timer.set(runs.values.compactMap { next($0, now: now) }.min())
  }

  private func next(_ run: HookRun, now: UInt64) -> UInt64? {
    switch run.stage {
    case .running: run.deadline
    case .terminating(let killAt): killAt
    // The kernel tells of each end; this is for what could be missed.
    case .clearing: now + 100_000_000
    default: nil
    }
  }

  private func terminate(_ run: HookRun, now: UInt64) {
    if run.endedByRunner == nil { run.endedByRunner = .timedOut }
    run.stage = .terminating(killAt: now + run.request.grace.nanoseconds)
    run.child.signalGroup(Signal.terminate)
  }

  /// Kills what is left of a run.
  private func clear(_ run: HookRun) {
    run.stage = .clearing
    settle(run)
  }

  /// Finishes a run whose leader has ended once nothing is left of it; kills what is left, unless it
  /// was sent SIGTERM and still has time.
  private func settle(_ run: HookRun) {
    let members = members(of: run)
    if members.isEmpty, run.group?.isPopulated != true {
      if run.leaderEnding != nil { finish(run) }
      return
    }
    if case .terminating(let killAt) = run.stage, killAt > BootClock.nanoseconds() { return }
    run.stage = .clearing
    try? run.group?.kill()
    for member in members where ProcessTable.signal(member, Signal.kill) != nil {
      run.killed.insert(member.startTime &* 4_194_304 &+ UInt64(member.pid))
    }
  }

  private func members(of run: HookRun) -> [ProcessEntry] {
    let leftovers = Leftovers(leaders: Set(runs.keys))
    let leaderLives = run.leaderEnding == nil
    guard leaderLives || leftovers.mayExist || run.group?.isPopulated == true else { return [] }
    return leftovers.members(of: run, isOnly: runs.values.filter(\.hasGone).count == 1)
  }

  private func finish(_ run: HookRun) {
    // All that it wrote is in the pipes by now; nobody waits for others who may hold them.
    _ = run.output.read(upTo: 4 << 20)
    _ = run.errors.read(upTo: 4 << 20)
    let outcome = run.outcome(now: BootClock.nanoseconds())
    remove(run)
    keep(run.key, outcome)
  }

  /// Forgets a run whose process has ended, and removes its traces.
  func remove(_ run: HookRun) {
    for watch in run.watches + [run.output.watch, run.errors.watch].compactMap({ $0 }) {
      loop.unwatch(watch)
    }
    _ = run.child.reap()
    do throws(SystemError) { try run.group?.remove() } catch {
      ThisProcess.complain("credstate-hookd: the control group of \(run.key) stays: \(error)")
    }
    runs[run.child.pid] = nil
    if byKey[run.key] === run { byKey[run.key] = nil }
  }

  /// Removes zombies that a hook left to us, and looks whether a run is over by that.
  func reapOrphans() {
    for child in ProcessTable.ownChildren() where runs[child] == nil {
      _ = ThisProcess.reapOrphan(child)
    }
    for run in runs.values where run.leaderEnding != nil && run.hasGone { settle(run) }
  }
}
