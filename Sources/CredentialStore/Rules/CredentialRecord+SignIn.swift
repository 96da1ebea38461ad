internal import CredentialCore

extension CredentialRecord {
  /// Judges a verified sign-in and plans the look that its token needs; `isNew` when there was no row.
  mutating func signIn(
    _ signIn: SignIn, epoch: Epoch?, isNew: Bool, decider: Decider, among book: ClientBook,
    now: Moment
  ) -> (decision: Decision, outcome: SignInOutcome) {
    let (decision, outcome) = decider.signIn(
      signIn, epoch: epoch, to: isNew ? nil : credential, among: book, now: now)
    let before = nextLook
    if case .at = decision.nextLook { isRequested = true }
    follow(decision)
    guard inFlight == nil, case .regular = decision.nextLook, !isRequested,
      let policy = decider.policy(of: credential.id.provider)
    else { return (decision, outcome) }
    // The token that came just now was seen alive: it is looked at an interval later, as after a look.
    if signIn.verified.isFresh || before == nil {
      nextLook = regularLook(after: now, interval: policy.interval, now: now)
    }
    return (decision, outcome)
  }
}
