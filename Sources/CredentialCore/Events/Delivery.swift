/// One event for one hook: the unit of work of a hook deliverer.
package struct Delivery: Sendable, Equatable {
  /// Which delivery: the event's number and the hook.
  package struct ID: Hashable, Sendable {
    /// The event's sequence number.
    package let sequence: Int64
    /// The hook.
    package let hook: HookName
    /// Names the delivery of event `sequence` to `hook`.
    package init(sequence: Int64, hook: HookName) {
      self.sequence = sequence
      self.hook = hook
    }
  }

  /// Where a delivery stands.
  package enum Status: String, Sendable, CaseIterable {
    /// Waits for its (next) attempt.
    case pending
    /// An attempt was committed as started; its outcome is not committed.
    case started
    /// The hook said that it is done.
    case done
    /// The hook said that the event is none of its business.
    case notMine = "not_mine"
    /// A later event has undone this one; it is not run any more.
    case superseded
    /// Told in the log instead of run, because the hook's mode was `observe`; never run later.
    case observed
    /// Tried for as long as the plan allows.
    case deadLetter = "dead_letter"
    /// The hook is not configured any more.
    case orphaned
  }

  /// Which delivery.
  package let id: ID
  /// The event to deliver.
  package let event: Event
  /// Where it stands.
  package let status: Status
  /// Attempts committed as started so far.
  package let attempts: Int
  /// When the first attempt was started.
  package let firstAttempt: Moment?
  /// When the next attempt is due.
  package let due: Moment
  /// How the last attempt that may have run ended; nil when none did.
  package let previous: AttemptOutcome.Kind?

  /// Describes a delivery as the store holds it.
  package init(
    id: ID, event: Event, status: Status, attempts: Int, firstAttempt: Moment?, due: Moment,
    previous: AttemptOutcome.Kind?
  ) {
    self.id = id
    self.event = event
    self.status = status
    self.attempts = attempts
    self.firstAttempt = firstAttempt
    self.due = due
    self.previous = previous
  }
}

/// How one attempt to run a hook ended.
package struct AttemptOutcome: Sendable, Equatable {
  /// The kinds of end.
  package enum Kind: String, Sendable, CaseIterable {
    /// Exit status 0.
    case done
    /// Exit status 75: try later.
    case later
    /// Exit status 77: not mine.
    case notMine = "not_mine"
    /// Exit status 78: the hook's own configuration is broken.
    case broken
    /// Any other exit status.
    case failed
    /// Ended by a signal that the runner did not send.
    case signalled
    /// Ended by the runner at the time limit.
    case timedOut = "timed_out"
    /// It could not be started.
    case notStarted = "not_started"
    /// It was not told to go, and nothing is wrong with the hook.
    case notRun = "not_run"
    /// The runner died with it; whether it did its work is not known.
    case unknown

    /// Whether the hook may have run; if not, what is known of an earlier run still holds.
    package var mayHaveRun: Bool { self != .notStarted && self != .notRun }
  }

  /// The kind of end.
  package let kind: Kind
  /// Exit status or signal and what the hook printed, bounded, for people.
  package let detail: String

  /// Describes an end.
  package init(_ kind: Kind, detail: String) {
    self.kind = kind
    self.detail = detail
  }
}
