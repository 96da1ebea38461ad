internal import CredentialCore

extension GroundTests {
  /// What devices saw, of one user with a live token.
  static let reports: [Row] = [
    Row(.reportWell, "all is well") { reported(.authorized) },
    Row(.reportKnown, "what is known") {
      reported(.revoked) { ($0.credential.state, $0.credential.reason) = (.revoked, .tokenDead) }
    },
    Row(.reportSuspected, "what is suspected") {
      reported(.notFound) { $0.report(.revoked, after: .zero) }
    },
    Row(.reportBeforeReturn, "before a sign-in") {
      reported(.revoked) { $0.credential.signedIn = Sample.start + hour }
    },
    Row(.reportNearReturn, "at about the time of a sign-in") {
      reported(.revoked) { $0.credential.signedIn = Sample.start + second }
    },
    Row(.reportAsksForLook, "a transfer") { reported(.transferred) },
    Row(.reportAsksForLook, "the end of a token that was never seen alive") {
      reported(.revoked) { $0.credential.grants = [Sample.grant(1, .unproven)] }
    },
  ]

  private static func reported(
    _ saw: DeviceState, _ change: (inout Story) -> Void = { _ in }
  ) -> Decision {
    var story = alone()
    change(&story)
    return story.report(saw, at: .zero, after: hour)
  }
}
