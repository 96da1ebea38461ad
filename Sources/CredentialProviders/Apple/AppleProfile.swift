/// The answers of Apple's token endpoint.
///
/// Source: Apple's pages on the token endpoint and on its error codes, and its technote TN3107, which
/// lists "the user has revoked authorization" under `invalid_request`.
enum AppleProfile {
  /// What stands here as dead, and nothing else, can ever count against a user.
  static let builtIn = AnswerProfile(
    [
      AnswerRow(
        [200...200], body: .token, is: .accepted,
        "The token is good; an id_token beside it must be this user's."),
      AnswerRow(
        [200...200, 400...400], code: "invalid_grant", is: .dead,
        "The token is invalid: consent withdrawn, password changed or account deleted."),
      AnswerRow(
        [AnswerRow.refusals], code: "invalid_grant", is: .isolated,
        "The documented code with another status than the documented one."),
      AnswerRow(
        AnswerProfile.oauth, code: "invalid_request", is: .isolated,
        "A malformed request, or a user who has revoked (TN3107)."),
      AnswerRow(
        [400...400], body: .empty, is: .isolated,
        "Servers were seen to answer so for a revoked token and for a wrong client secret."),
    ] + AnswerProfile.ofOAuth)
}
