internal import CredentialCore

/// A provider with two transmitters: a signed token is one's, everything else the other's.
struct EitherPushVerifier: PushVerifier {
  let tokens: TokenPushVerifier
  let others: any PushVerifier

  func verify(_ submission: PushSubmission, now: Moment) async -> PushReading {
    // A token begins with a JSON object in base64url; a form of theirs never does.
    let isToken =
      submission.mediaType == "application/secevent+jwt"
      || (submission.mediaType == nil && submission.body.starts(with: "eyJ".utf8))
    return isToken
      ? await tokens.verify(submission, now: now) : await others.verify(submission, now: now)
  }

  var silentAfter: Duration? { tokens.silentAfter }

  func close() {
    tokens.close()
    others.close()
  }
}
