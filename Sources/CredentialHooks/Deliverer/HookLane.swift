internal import CredentialCore

/// One hook in the deliverer: what is under way, and whether it has to wait.
struct HookLane {
  var hook: Hook
  /// Deliveries that are being attempted.
  var busy: Set<Delivery.ID> = []
  /// Nothing is attempted before this: the hook said that it is broken, or could not be started.
  var holdUntil: Moment?
  /// When a delivery falls due that was not picked; nil: none waits.
  var nextDue: Moment?

  /// How many more attempts may begin now.
  func room(at now: Moment) -> Int {
    if let holdUntil, now < holdUntil { return 0 }
    return max(0, hook.concurrency - busy.count)
  }

  /// When to look again though nothing happens; nil: not.
  func alarm(at now: Moment) -> Moment? {
    if let holdUntil, now < holdUntil { return holdUntil }
    // Without room the end of an attempt wakes it.
    return busy.count < hook.concurrency ? nextDue : nil
  }
}
