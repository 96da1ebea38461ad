internal import CredentialCore

extension Sample {
  /// A verified sign-in of the user of every test, `at` by the provider's clock.
  static func signIn(_ token: VerifiedSignIn.Token?, at moment: Moment) -> SignIn {
    SignIn(
      provider: provider,
      verified: VerifiedSignIn(
        subject: id.subject, client: web, at: moment, token: token,
        evidence: Evidence("identity token verified")))
  }

  /// A refresh token that came for a code.
  static let exchanged = VerifiedSignIn.Token.exchanged(Secret([1]))
  /// A refresh token that the back end had.
  static let handedOver = VerifiedSignIn.Token.handedOver(Secret([2]))
}

extension Story {
  /// Judges a sign-in that is handed over `after` the start; it was then, or at `at`.
  @discardableResult
  mutating func signIn(
    _ token: VerifiedSignIn.Token?, epoch: Int64 = 50, at: Duration? = nil, after: Duration
  ) -> SignInOutcome {
    let signIn = Sample.signIn(token, at: Sample.start + (at ?? after))
    let (decision, outcome) = decider.signIn(
      signIn, epoch: token.map { _ in Epoch(epoch) }, to: credential, among: book,
      now: Sample.start + after)
    keep(decision)
    return outcome
  }
}
