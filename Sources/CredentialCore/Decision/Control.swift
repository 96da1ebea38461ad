/// A positive control: a look by which the provider confirmed one user, and so showed that it and our
/// own identity were well when the look was sent.
package struct Control: Sendable, Equatable {
  /// The user who was confirmed; no witness in its own case.
  package let credential: CredentialID
  /// When the look was sent.
  package let asked: Moment
  /// When its answer was known.
  package let answered: Moment

  /// The control that a look's result is; nil unless it confirms, and when
  /// its times cannot be.
  package init?(_ result: LookResult) {
    // Answered before it was sent: the clock went back meanwhile, and nobody knows what came first.
    guard result.answer.strength == .affirmative, result.answered >= result.look.claimed else {
      return nil
    }
    credential = result.look.credential
    asked = result.look.claimed
    answered = result.answered
  }
}
