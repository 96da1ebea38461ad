internal import CredentialCore

extension HookDeliverer {
  /// One attempt: prepared, committed as started, told to go, ended, committed, acknowledged.
  func attempt(_ delivery: Delivery, of hook: Hook) async {
    if hook.isObserved {
      await observe(delivery)
      return release(delivery)
    }
    let number = delivery.attempts + 1
    let key = key(delivery, number)
    let request = request(delivery, number, hook)
    switch await link.prepare(key, request) {
    case .later: await postpone(delivery)
    case .prepared: await begin(delivery, key, hook, refusal: nil)
    case .refused(let reason): await begin(delivery, key, hook, refusal: reason)
    }
    release(delivery)
  }

  /// Waits for the end of an attempt that an earlier daemon started.
  func resume(_ delivery: Delivery) async {
    let verdict = await link.outcome(of: key(delivery, delivery.attempts))
    let first = delivery.firstAttempt ?? time.now()
    let plan = lanes[delivery.id.hook]?.hook.retry ?? Self.planOfUnknownHook
    await conclude(delivery, key(delivery, delivery.attempts), verdict, plan: plan, first: first)
    release(delivery)
  }

  /// What holds for an attempt whose hook is not configured any more; the store makes it orphaned.
  private static let planOfUnknownHook = RetryPlan(
    firstWait: .seconds(30), longestWait: .seconds(3600), giveUpAfter: .seconds(86_400),
    retriesUnknown: true)

  private func request(_ delivery: Delivery, _ attempt: Int, _ hook: Hook) -> RunRequest {
    RunRequest(
      path: hook.command.first ?? "", arguments: Array(hook.command.dropFirst()),
      environment: HookContract.environment(
        delivery.event, attempt: attempt, previous: delivery.previous),
      directory: HookContract.directory, mask: HookContract.mask, limit: hook.timeout,
      grace: hook.grace)
  }

  private func begin(
    _ delivery: Delivery, _ key: AttemptKey, _ hook: Hook, refusal: String?
  ) async {
    let start: AttemptStart
    do {
      start = try await store.beginAttempt(delivery.id, now: time.now())
    } catch {
      await link.cancel(key)
      return await pauseForStore(error)
    }
    switch start {
    case .begun(let facts) where facts.attempt == key.attempt:
      let verdict = await run(delivery, key, facts, refusal: refusal)
      await conclude(delivery, key, verdict, plan: hook.retry, first: facts.firstAttempt)
    case .begun(let facts):
      // Somebody else wrote the ledger meanwhile; what was prepared has the wrong number.
      await link.cancel(key)
      let verdict = RunnerLink.Verdict.notRun("the ledger changed while it was prepared")
      let actual = self.key(delivery, facts.attempt)
      await conclude(delivery, actual, verdict, plan: hook.retry, first: facts.firstAttempt)
    case .superseded:
      await link.cancel(key)
      journal.record(notice(.hookSuperseded, delivery))
    case .notDue:
      await link.cancel(key)
    }
  }

  private func run(
    _ delivery: Delivery, _ key: AttemptKey, _ facts: AttemptFacts, refusal: String?
  ) async -> RunnerLink.Verdict {
    if let refusal { return .ended(.neverRun(.notStarted(refusal))) }
    return await link.run(key, input: HookContract.input(delivery.event, facts))
  }

  /// Commits how an attempt ended and what follows, then lets the runner forget it.
  private func conclude(
    _ delivery: Delivery, _ key: AttemptKey, _ verdict: RunnerLink.Verdict, plan: RetryPlan,
    first: Moment
  ) async {
    guard let outcome = Self.outcome(of: verdict) else { return }
    let now = time.now()
    var disposition = plan.next(
      after: outcome.kind, attempt: key.attempt, first: first, now: now,
      jitter: Double.random(in: 0..<1, using: &random))
    if case .notRun = verdict { disposition = .retry(at: now) }
    guard let end = await commit(delivery, key, outcome, disposition, now) else { return }
    record(delivery, key, outcome, disposition, isSuperseded: end == .superseded)
    await judge(delivery.id.hook, outcome, disposition, plan)
    if end == .recorded { await tellOrphan(delivery, disposition) }
  }

  /// Nil: the daemon stops, and the next one asks the runner again.
  private static func outcome(of verdict: RunnerLink.Verdict) -> AttemptOutcome? {
    switch verdict {
    case .abandoned: nil
    case .notRun(let reason): AttemptOutcome(.notRun, detail: reason)
    case .unknown: AttemptOutcome(.unknown, detail: "the hook runner was lost while it ran")
    case .ended(let run): HookVerdict.outcome(run)
    }
  }

  /// Commits an end and lets the runner forget it; nil when it was no news or cannot be committed.
  private func commit(
    _ delivery: Delivery, _ key: AttemptKey, _ outcome: AttemptOutcome,
    _ disposition: RetryPlan.Disposition, _ now: Moment
  ) async -> AttemptEnd? {
    while true {
      do {
        let end = try await store.finishAttempt(
          delivery.id, attempt: key.attempt, outcome: outcome, disposition: disposition, now: now)
        await link.acknowledge(key)
        return end == .passedOver ? nil : end
      } catch {
        // The runner keeps the outcome; the next daemon commits it.
        if isStopping || (error as? StoreError)?.code == .closed { return nil }
        await pauseForStore(error)
      }
    }
  }

  private func postpone(_ delivery: Delivery) async {
    guard await link.isReady else { return }
    // No room in the runner: when one of ours ends the bell rings; this is for the others'.
    await time.sleep(until: time.now() + .seconds(1))
  }

  /// A hook in mode `observe`: the delivery is closed for good, and the log is told that the hook would
  /// have been run. What was undone meanwhile is superseded, as for any hook.
  private func observe(_ delivery: Delivery) async {
    do {
      let now = time.now()
      switch try await store.beginAttempt(delivery.id, now: now) {
      case .begun(let facts):
        let outcome = AttemptOutcome(.notRun, detail: "the hook's mode is observe")
        let end = try await store.finishAttempt(
          delivery.id, attempt: facts.attempt, outcome: outcome, disposition: .closed(.observed),
          now: now)
        if end == .recorded {
          let action = delivery.event.body.action.rawValue
          journal.record(notice(.hookObserved, delivery, ["action": .text(action)]))
        }
      case .superseded: journal.record(notice(.hookSuperseded, delivery))
      case .notDue: break
      }
    } catch { await pauseForStore(error) }
  }

  private func release(_ delivery: Delivery) {
    lanes[delivery.id.hook]?.busy.remove(delivery.id)
    bell.yield()
  }
}
