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
  /// Whether the days of a move to another team have begun and are not over.
  var isMoving = false

  private static let identity = RefreshedIdentity(
    issuers: [AppleClientSecret.issuer], knowsTransfers: true)
  private static let moving = RefreshedIdentity(
    issuers: [AppleClientSecret.issuer], knowsTransfers: true, isMoving: true)

  /// The class of an answer received at `now`, with an outline that holds no token.
  func finding(of response: HTTPResponse, now: Moment) -> Finding {
    let answer = OAuthAnswer(response)
    return profile.finding(of: answer, now: now) {
      guard let token = answer.json?["id_token"], !token.isNull else {
        return Finding(.authorized, answer.outline)
      }
      return (isMoving ? Self.moving : Self.identity).finding(
        token, client: client, subject: subject)
    }
  }
}
