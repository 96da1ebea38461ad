internal import CredentialCore
internal import HTTP
internal import JSON

/// What an answer of Apple's token endpoint says about one user, by the profile in force.
struct AppleClassification {
  let profile: AnswerProfile
  /// The client the token was issued to.
  let client: ClientID
  /// The user the token belongs to.
  let subject: Subject

  /// The class of an answer received at `now`, with an outline that holds no token.
  func finding(of response: HTTPResponse, now: Moment) -> Finding {
    let answer = OAuthAnswer(response)
    let row = profile.row(for: answer)
    let wait = {
      response.retryAfter(now: now.milliseconds / 1000).map { min($0, Pace.longestWait) }
    }
    guard let result = profile.answer(row, wait: wait) else { return accepted(answer) }
    let isUndeclared = row.code == nil && row.body == .error && row.place == nil
    return Finding(result, isUndeclared ? "unknown answer: \(answer.outline)" : answer.outline)
  }

  private func accepted(_ answer: OAuthAnswer) -> Finding {
    guard let identity = answer.json?["id_token"], !identity.isNull else {
      return Finding(.authorized, answer.outline)
    }
    return AppleIdentityToken.finding(identity, client: client, subject: subject)
  }
}
