/// Asks for due looks of one provider.
package struct ClaimRequest: Sendable {
  /// The provider.
  package let provider: ProviderName
  /// Its policy: interval and budget.
  package let policy: ProviderPolicy
  /// How many at most: what pace and in-flight cap allow.
  package let limit: Int
  /// How many of them may be regular looks, for which nobody has asked; nil: all.
  package let regular: Int?
  /// Wall time.
  package let now: Moment

  /// Spells out a request.
  package init(
    provider: ProviderName, policy: ProviderPolicy, limit: Int, regular: Int? = nil, now: Moment
  ) {
    self.regular = regular
    self.provider = provider
    self.policy = policy
    self.limit = limit
    self.now = now
  }
}

/// The looks that were claimed.
package struct ClaimBatch: Sendable {
  /// At most as many as asked for.
  package let looks: [Look]
  /// When the next look of the provider that was not claimed falls due; nil when there is none.
  package let nextDue: Moment?
  /// The same of looks that somebody has asked for; nil when there is none.
  package let nextAsked: Moment?
  /// How many of the looks are regular ones, for which nobody had asked.
  package let regular: Int
  /// How many credentials of the provider have a look planned, those in flight included.
  package let planned: Int
  /// Credentials that were due but whose token could not be unsealed; no look was made, the next
  /// try is an interval away.
  package let stillSealed: [CredentialID]
  /// Credentials that were due but whose row could not be read; the same holds.
  package let unreadable: [CredentialID]

  /// Describes a claim's outcome.
  package init(
    looks: [Look], nextDue: Moment?, nextAsked: Moment? = nil, regular: Int = 0,
    planned: Int = 0, stillSealed: [CredentialID] = [], unreadable: [CredentialID] = []
  ) {
    self.looks = looks
    self.nextDue = nextDue
    (self.nextAsked, self.regular, self.planned) = (nextAsked, regular, planned)
    self.stillSealed = stillSealed
    self.unreadable = unreadable
  }
}

/// What a committed result led to.
package struct Committed: Sendable {
  /// The events it published: of its own user, and of others for whom it bore witness.
  package var events: [Event]
  /// What the log is told beside them.
  package var notices: [Notice]
  /// How many users of the provider nobody has confirmed for long, when it has changed that.
  package var stale: Int?
  /// Whether a canary began or ended to fail with it.
  package var hasCanaryNews = false
  /// Whether suspected users of its client wait for a witness after it.
  package var hasAwaiting = false
  /// When the earliest look falls due that was planned with it; nil when none was.
  package var nextDue: Moment?
  /// Whether the brake of its client went on or off with it.
  package var brake: BrakeChange?
  /// The rule that decided on a push.
  package var push: Rule?
  /// On what ground it was decided what became of a report.
  package var report: Ground?
  /// Whether the brake of the provider's pushes went on or off with it.
  package var pushBrake: PushBrakeChange?

  /// Describes a committed decision.
  package init(events: [Event], notices: [Notice]) {
    self.events = events
    self.notices = notices
  }

  /// Notes what a report about `credential` has changed for its provider.
  package mutating func compare(
    _ book: ClientBook, before: ClientBook, _ credential: Credential
  ) {
    let provider = credential.id.provider
    let clients = credential.grants.map(\.client)
    brake = clients.lazy.compactMap { BrakeChange(provider, $0, before: before, after: book) }.first
    hasAwaiting = clients.contains { book.lacksWitness(in: $0) }
    if book.stale != before.stale { stale = book.stale }
  }

  /// Notes that a look is planned, as the row has it; nil: none is.
  package mutating func plan(_ look: Moment?) {
    if let look { nextDue = min(nextDue ?? look, look) }
  }
}

extension [Committed?] {
  /// When the earliest look falls due that was planned with these; `now` when of one it is not known.
  package func nextDue(orAt now: Moment) -> Moment? {
    var next: Moment?
    for committed in self {
      guard let committed else { return now }
      if let due = committed.nextDue { next = Swift.min(next ?? due, due) }
    }
    return next
  }
}

/// The outcome of `forget`.
package enum ForgetOutcome: Sendable, Equatable {
  /// Removed.
  case forgotten
  /// There was no such credential.
  case notFound
  /// A hook has not been told of its revocation yet; `force` would drop that.
  case undelivered(hooks: [HookName])
}

/// The outcome of `requestCheck`.
package enum CheckOutcome: Sendable, Equatable {
  /// A look is due now.
  case accepted
  /// There was no such credential.
  case notFound
  /// It has no token to ask with.
  case noGrant
  /// A look is in flight already.
  case inFlight
  /// The budget is spent; the next look can be had at this time.
  case budgetSpent(until: Moment)
}

/// Which credentials to list.
package struct CredentialQuery: Sendable {
  /// Only of this provider.
  package var provider: ProviderName?
  /// Only in this state.
  package var state: CredentialState?
  /// Only those about whom a verdict is kept back.
  package var isHeld: Bool
  /// Only those whom nobody has confirmed for long.
  package var isStale: Bool
  /// Only after this credential.
  package var after: CredentialID?
  /// How many at most.
  package var limit: Int

  /// Spells out a query.
  package init(
    provider: ProviderName? = nil, state: CredentialState? = nil, isHeld: Bool = false,
    isStale: Bool = false, after: CredentialID? = nil, limit: Int
  ) {
    self.provider = provider
    self.state = state
    self.isHeld = isHeld
    self.isStale = isStale
    self.after = after
    self.limit = limit
  }
}

/// Counts for status.
package struct StoreCensus: Sendable, Equatable {
  /// Credentials by provider and state.
  package var credentials: [ProviderName: [CredentialState: Int]] = [:]
  /// Users about whom a verdict is kept back, by provider and by what keeps it.
  package var holds: [ProviderName: [Hold.Cause: Int]] = [:]
  /// Users whom a verdict that is kept back would log out, by provider.
  package var wouldLogOut: [ProviderName: Int] = [:]
  /// Deliveries by status.
  package var deliveries: [Delivery.Status: Int] = [:]
  /// The highest published sequence number.
  package var sequence: Int64 = 0

  /// An empty store's counts.
  package init() {}
}

/// Due deliveries of one hook.
package struct DueDeliveries: Sendable {
  /// Ready to be attempted, oldest first.
  package let deliveries: [Delivery]
  /// When a delivery that is not in the list will be due; nil when none is pending.
  package let nextDue: Moment?

  /// Describes what is due.
  package init(deliveries: [Delivery], nextDue: Moment?) {
    self.deliveries = deliveries
    self.nextDue = nextDue
  }
}

/// The outcome of `beginAttempt`.
package enum AttemptStart: Sendable, Equatable {
  /// Committed as started; run it, with the facts to hand to the hook.
  case begun(AttemptFacts)
  /// A later event has undone it; it is closed.
  case superseded
  /// Not pending (any more), or not due.
  case notDue
}

/// What the end of an attempt led to.
package enum AttemptEnd: Sendable, Equatable {
  /// Committed, with what was to follow.
  case recorded
  /// Committed; it was to be tried again, but a later event has undone it: it is closed.
  case superseded
  /// Not the current attempt, or ended already: nothing changed.
  case passedOver
}

/// What a hook is told beside the event.
package struct AttemptFacts: Sendable, Equatable {
  /// The attempt's number, from 1.
  package let attempt: Int
  /// How the attempt before ended; nil for the first.
  package let previous: AttemptOutcome.Kind?
  /// When the first attempt was started.
  package let firstAttempt: Moment
  /// The credential's state at this moment; nil when it was forgotten.
  package let stateNow: CredentialState?
  /// The other credentials of the same account, at most 100, with their states.
  package let others: [Other]

  /// Another credential of the account.
  package struct Other: Sendable, Equatable {
    /// Which.
    package let id: CredentialID
    /// Its state.
    package let state: CredentialState
    /// Pairs a credential with its state.
    package init(id: CredentialID, state: CredentialState) {
      self.id = id
      self.state = state
    }
  }

  /// Gathers the facts of an attempt.
  package init(
    attempt: Int, previous: AttemptOutcome.Kind?, firstAttempt: Moment, stateNow: CredentialState?,
    others: [Other]
  ) {
    self.attempt = attempt
    self.previous = previous
    self.firstAttempt = firstAttempt
    self.stateNow = stateNow
    self.others = others
  }
}

/// Whether the store takes writes.
package enum StoreHealth: Sendable, Equatable {
  /// It does.
  case writable
  /// It keeps what it was given and tries again: why, and since when.
  case blocked(reason: String, since: Moment)
}

/// Why a store refused.
package struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The closed set of causes.
  package enum Code: String, Sendable, CaseIterable {
    /// The file is not a credstate store.
    case notOurs = "not_ours"
    /// The file is damaged.
    case damaged
    /// One row cannot be read; the others can.
    case rowUnreadable = "row_unreadable"
    /// The schema is newer than this program.
    case newerSchema = "newer_schema"
    /// Another process has the store.
    case inUse = "in_use"
    /// The sealing key is missing or wrong.
    case sealingKey = "sealing_key"
    /// The disk is full.
    case full
    /// Another program holds the file's lock.
    case locked
    /// Too much is waiting; try again.
    case busy
    /// The file cannot be opened, read or written.
    case inputOutput = "input_output"
    /// The store was closed.
    case closed
  }

  /// The cause.
  package let code: Code
  /// What happened, to what, and what to do next.
  package let message: String

  /// Describes a refusal.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  package var description: String { message }
}
