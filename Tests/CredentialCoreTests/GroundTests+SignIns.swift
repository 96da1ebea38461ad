internal import CredentialCore

extension GroundTests {
  /// Verified sign-ins, of one user with a live token.
  static let signIns: [Row] = [
    Row(.signInVerified, "the user was not lost") { signedIn(at: .zero) },
    Row(.signInReturned, "consent was withdrawn before") { signedIn(at: hour, lost: .zero) },
    Row(.signInNear, "consent was withdrawn at about the same time") {
      signedIn(at: second, lost: .zero)
    },
    Row(.signInOlder, "consent was withdrawn since") { signedIn(at: .zero, lost: hour) },
    Row(.signInProven, "the new token is alive") {
      var story = alone()
      story.push(.conclusive(.consentWithdrawn), after: .zero)
      story.signIn(Sample.handedOver, after: second)
      return story.hear(.authorized, epoch: 50, after: hour)
    },
    Row(.signedInSince, "a token is dead that was doubted before") {
      var story = alone()
      story.hear(dead, after: .zero)
      story.hearOfOther(after: second)
      story.signIn(nil, after: hour)
      story.hear(dead, after: hour * 21)
      return story.hearOfOther(after: hour * 21 + second)
    },
  ]

  private static func signedIn(at: Duration, lost: Duration? = nil) -> Decision {
    var story = alone()
    if let lost { story.push(.conclusive(.consentWithdrawn), after: lost) }
    story.signIn(nil, at: at, after: max(at, lost ?? at))
    return story.last
  }
}
