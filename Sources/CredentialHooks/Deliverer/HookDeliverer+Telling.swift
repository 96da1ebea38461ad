internal import CredentialCore

extension HookDeliverer {
  /// Concludes from an attempt's end whether the hook itself can run.
  func judge(
    _ hook: HookName, _ outcome: AttemptOutcome, _ disposition: RetryPlan.Disposition,
    _ plan: RetryPlan
  ) async {
    switch outcome.kind {
    case .broken, .notStarted:
      guard lanes[hook] != nil else { return }  // taken away by a reload meanwhile
      hold(hook, after: disposition, plan)
      await conditions.begin(.hookStopped, subject: hook.text, detail: outcome.detail)
    case .done, .notMine, .later, .failed, .signalled, .timedOut:
      lanes[hook]?.holdUntil = nil
      await conditions.end(.hookStopped, subject: hook.text)
    case .unknown, .notRun: break
    }
  }

  /// A hook that was taken away while it ran has nobody who would try it again.
  func tellOrphan(_ delivery: Delivery, _ disposition: RetryPlan.Disposition) async {
    guard case .retry = disposition, lanes[delivery.id.hook] == nil else { return }
    await conditions.begin(
      .hookOrphaned, subject: "", detail: "a delivery of the hook \(delivery.id.hook)")
  }

  /// A notice about a delivery.
  func notice(_ kind: NoticeKind, _ delivery: Delivery, _ more: Fields = [:]) -> Notice {
    var fields: Fields = [
      "hook": .text(delivery.id.hook.text), "event_id": .text(delivery.event.id),
    ]
    for member in more.members { fields.add(member.name, member.value) }
    return Notice(kind, delivery.event.body.credential, fields)
  }

  /// Tells the journal of an attempt's end that was committed.
  func record(
    _ delivery: Delivery, _ key: AttemptKey, _ outcome: AttemptOutcome,
    _ disposition: RetryPlan.Disposition, isSuperseded: Bool
  ) {
    var fields: Fields = [
      "attempt": .integer(Int64(key.attempt)), "outcome": .text(outcome.kind.rawValue),
      "detail": .text(outcome.detail),
    ]
    switch disposition {
    case .closed(.done), .closed(.notMine):
      journal.record(notice(.hookDone, delivery, fields))
    case .closed:
      journal.record(notice(.hookGivenUp, delivery, fields))
    case .retry where isSuperseded:
      journal.record(notice(.hookSuperseded, delivery, fields))
    case .retry(let moment):
      fields.add("next_try", .time(moment))
      journal.record(notice(.hookRetry, delivery, fields))
    }
  }

  /// Keeps a hook's other events back until the one that failed is tried again.
  private func hold(
    _ hook: HookName, after disposition: RetryPlan.Disposition, _ plan: RetryPlan
  ) {
    switch disposition {
    case .retry(let moment): lanes[hook]?.holdUntil = moment
    case .closed: lanes[hook]?.holdUntil = time.now() + plan.firstWait
    }
  }
}
