internal import CredentialCore

extension GroundTests {
  /// Pushes, about one user with a live token.
  static let pushes: [Row] = [
    Row(.pushTurned, "consent is withdrawn") { pushed(consent) },
    Row(.pushOlder, "a newer one came before") {
      pushed(consent) { $0.credential.lastPush = Sample.start }
    },
    Row(.pushAhead, "it is about a time to come") { pushed(consent, at: hour) },
    Row(.pushBeforeSignIn, "the user signed in since") {
      pushed(consent) { $0.credential.signedIn = Sample.start + hour }
    },
    Row(.pushNearSignIn, "the user signed in about then") {
      pushed(consent) { $0.credential.signedIn = Sample.start + second }
    },
    Row(.pushAfterReturn, "a token was handed over since") {
      pushed(consent) { $0.credential.grants = [given] }
    },
    Row(.pushAsksForLook, "it only asks") { pushed(.askForLook) },
    Row(.pushRestored, "the account is enabled again") { pushed(.restored) },
    Row(.pushKnown, "it says what is known") {
      pushed(consent) {
        ($0.credential.state, $0.credential.reason) = (.revoked, .consentWithdrawn)
      }
    },
    Row(.reasonLearnt, "a reason for a dead token") {
      pushed(consent) { ($0.credential.state, $0.credential.reason) = (.revoked, .tokenDead) }
    },
    Row(.heldByPushBrake, "too many came") {
      pushed(consent) { $0.book.pushes.brake = PushBrake(since: Sample.start, limit: 50) }
    },
    Row(.pushStillHeld, "a look confirms the user against one that is kept back") {
      var story = alone(Sample.policy(.revoke, .observe))
      story.push(consent, after: .zero)
      return story.hear(.authorized, after: hour)
    },
    Row(.signalPublished, "sessions ended") { pushed(.signal(.sessionEnd)) },
    Row(.signalWithheld, "sessions ended, in mode observe") {
      pushed(.signal(.sessionEnd)) { $0.policy.mode = .observe }
    },
  ]

  private static let consent = PushNews.conclusive(.consentWithdrawn)

  private static var given: Grant {
    Grant(client: Sample.web, epoch: Epoch(1), given: Sample.start + second)
  }

  private static func pushed(
    _ news: PushNews, at: Duration = .zero, _ change: (inout Story) -> Void = { _ in }
  ) -> Decision {
    var story = alone()
    change(&story)
    return story.push(news, at: at, after: .zero)
  }
}
