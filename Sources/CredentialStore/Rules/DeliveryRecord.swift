internal import CredentialCore

/// One delivery without its event, and the rules of its attempts; the same for every backend.
struct DeliveryRecord: Sendable, Equatable {
  let id: Delivery.ID
  /// The store's number of the credential: order is kept for each (hook, credential).
  let credential: Int64
  var status: Delivery.Status
  var attempts = 0
  var firstAttempt: Moment?
  var due: Moment
  var previous: AttemptOutcome.Kind?
  /// What people are told of the last end.
  var detail = ""

  init(id: Delivery.ID, credential: Int64, status: Delivery.Status, due: Moment) {
    self.id = id
    self.credential = credential
    self.status = status
    self.due = due
  }

  /// Not closed: it holds back later deliveries of its credential to its hook.
  var isOpen: Bool { status == .pending || status == .started }

  /// No attempt is ever planned further ahead (the longest wait is a day and a quarter); a later time
  /// was written under a wrong clock.
  static let horizon = Duration.seconds(2 * 86_400)

  /// Whether the next attempt may start.
  func isDue(_ now: Moment) -> Bool { due <= now || due > now + Self.horizon }

  /// Marks an attempt as started, or closes the delivery when its event was undone, by the state or
  /// by a later event (`isEnded`); nil when it is not its turn.
  mutating func begin(
    _ event: Event, stateNow: CredentialState?, isEnded: Bool, now: Moment
  ) -> Bool? {
    guard status == .pending, isDue(now) else { return nil }
    guard !event.isUndone(by: stateNow, isEnded: isEnded) else {
      status = .superseded
      return false
    }
    status = .started
    attempts += 1
    firstAttempt = firstAttempt ?? now
    return true
  }

  /// A later event has undone its own: its turn, by which it is closed, need not wait for the next try.
  mutating func noteUndone(at now: Moment) {
    if status == .pending { due = min(due, now) }
  }

  /// Records how the attempt ended. An event that was undone meanwhile (`isUndone`) is not tried again.
  mutating func finish(
    attempt: Int, outcome: AttemptOutcome, disposition: RetryPlan.Disposition, hookExists: Bool,
    isUndone: Bool
  ) -> AttemptEnd {
    guard status == .started, attempts == attempt else { return .passedOver }
    // A later attempt that never ran must not hide that an earlier one may have.
    if outcome.kind.mayHaveRun { previous = outcome.kind }
    detail = outcome.detail
    switch disposition {
    case .closed(let end): status = end
    case .retry where isUndone:
      status = .superseded
      return .superseded
    case .retry(let moment):
      status = hookExists ? .pending : .orphaned
      due = moment
    }
    return .recorded
  }

  /// The hook came or went: what waits is orphaned, and waits again when the hook is back.
  mutating func hook(exists: Bool) {
    switch status {
    case .pending where !exists: status = .orphaned
    case .orphaned where exists: status = .pending
    default: break
    }
  }

  func delivery(of event: Event) -> Delivery {
    Delivery(
      id: id, event: event, status: status, attempts: attempts, firstAttempt: firstAttempt,
      due: due, previous: previous)
  }
}
