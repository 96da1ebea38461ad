internal import CredentialCore

/// One credential with what only the store keeps about it: budget, next look, the look in flight.
///
/// The rules of claiming and receiving are on this value, the same for every backend; a backend
/// reads it, applies one rule inside its transaction and writes it back.
struct CredentialRecord: Sendable, Equatable {
  /// A look that was charged and whose result is not committed.
  struct Claim: Sendable, Equatable {
    let epoch: Epoch
    let charge: LookBudget.Charge
    let purpose: LookPurpose
    let claimed: Moment

    /// Whether it is the claim of `look`.
    func isOf(_ look: Look) -> Bool { epoch == look.epoch && claimed == look.claimed }
  }

  var credential: Credential
  var budget = LookBudget()
  /// When the next look falls due; nil means not until something changes.
  var nextLook: Moment?
  /// Somebody asked for a look at `nextLook`: a sign-in or a check by hand.
  var isRequested = false
  var inFlight: Claim?

  init(_ credential: Credential) { self.credential = credential }

  /// A sign-in: its token's first look is due at once.
  mutating func register(_ registration: Registration, epoch: Epoch, now: Moment) {
    credential = registration.applied(to: credential, epoch: epoch, now: now)
    nextLook = now
    isRequested = true
  }

  /// A look by hand: due now when the budget has room.
  mutating func requestCheck(
    policy: ProviderPolicy, unknownUpTo limit: Epoch? = nil, now: Moment
  ) -> CheckOutcome {
    // A rotating token that is presented cannot be asked with, but its look is on its way.
    guard inFlight == nil else { return .inFlight }
    guard credential.known(after: limit, policy).grantToLookAt(now: now) != nil else {
      return .noGrant
    }
    var trial = budget
    if case .refused(let until) = trial.charge(.manual, at: now, period: policy.budgetPeriod) {
      return .budgetSpent(until: until)
    }
    nextLook = now
    isRequested = true
    return .accepted
  }
}
