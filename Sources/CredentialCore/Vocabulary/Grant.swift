/// A number from one store-wide counter that tells one stored token from every other; never reused.
package struct Epoch: Hashable, Comparable, Sendable {
  /// The number, from 1 up.
  package let number: Int64
  /// Wraps `number`.
  package init(_ number: Int64) { self.number = number }
  /// Whether the first was given earlier.
  package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}

/// The record of one refresh token; the token itself is sealed in the store.
package struct Grant: Sendable, Equatable {
  /// What is known of the token.
  package enum Status: String, Sendable, CaseIterable {
    /// Given, never seen alive here.
    case unproven
    /// Seen alive, nothing against it proven.
    case live
    /// Proven dead; kept only for the looks after a revocation.
    case dead
    /// A request that may rotate it was sent and its answer is not known.
    case outstanding
    /// That answer is lost for good: it is never presented again.
    case lost
  }

  /// The client the token was issued to.
  package let client: ClientID
  /// Its number.
  package let epoch: Epoch
  /// When it was handed over; nil for one from before that was kept.
  package let given: Moment?
  /// What is known of it.
  package var status: Status
  /// When it was last seen alive; nil guards against a verdict on a token that never worked.
  package var confirmed: Moment?
  /// When a look at it last ended.
  package var lastLook: Moment?
  /// A negative answer that waits for its second proof.
  package var suspicion: Suspicion?
  /// Answers that may be about this user or about us, and persist.
  package var isolated: IsolatedRun?
  /// How many of the looks planned after a revocation are over, made or missed.
  package var looksAfterDeath: Int
  /// Of a token that was presented to a rotating provider, while what came of it is not known; not nil
  /// just while the status is `outstanding` or `lost`.
  package var outstanding: Outstanding?

  /// Makes the record of a token never looked at.
  package init(client: ClientID, epoch: Epoch, given: Moment? = nil) {
    self.client = client
    self.epoch = epoch
    self.given = given
    status = .unproven
    looksAfterDeath = 0
  }
}

extension Grant {
  /// Whether it speaks for its client: seen alive here once, and neither proven dead nor lost.
  package var isMember: Bool {
    guard confirmed != nil else { return false }
    switch status {
    case .dead, .lost: return false
    case .unproven, .live, .outstanding: return true
    }
  }

  /// Whether the newest negative answer waits for its control.
  package var awaitsControl: Bool {
    guard let suspicion, suspicion.hold?.cause != .observe, let newest = suspicion.proofs.last,
      suspicion.reason != .neverConfirmed, suspicion.state != .transferred
    else { return false }
    return newest.control == nil
  }

  /// Since when it waits for that: the last success of another that its suspicion knows of, or when
  /// that was opened; nil while it waits for none. An answer that lapsed and came again moves it by
  /// nothing.
  package var awaitsControlSince: Moment? {
    guard awaitsControl, let suspicion else { return nil }
    return suspicion.proofs.last { $0.control != nil }?.control ?? suspicion.opened
  }

  /// Whether a further look at its user may tell something of the trouble that put the brake on.
  var isSuspected: Bool {
    guard isMember, let suspicion else { return false }
    return suspicion.state != .transferred && suspicion.hold?.cause != .observe
  }
}
