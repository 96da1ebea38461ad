/// The answers of an introspection endpoint (RFC 7662 §2.2, §2.3).
enum IntrospectionProfile {
  /// Only a 200 that says so counts against a user: every error is about whoever asks.
  static let builtIn = AnswerProfile(
    [tokens, AnswerProfile.codesOfOAuth, errors].flatMap { $0 })

  private static let tokens: [AnswerRow] = [
    AnswerRow(
      [200...200], body: .active, is: .accepted,
      "The token is good; user and client beside it must be this credential's."),
    AnswerRow(
      [200...200], body: .inactive, is: .dead,
      "Revoked, expired, unknown here, or not for whoever asks to know (RFC 7662 §2.2)."),
    AnswerRow(
      [401...401, 403...403], is: .misconfigured,
      "Whoever asks is refused (RFC 7662 §2.3); nothing about the token."),
    AnswerRow(
      [404...404], is: .misconfigured, "There is no such endpoint; never that a user is not."),
  ]

  private static let errors: [AnswerRow] = [
    AnswerRow(
      AnswerProfile.oauth, body: .error, is: .misconfigured,
      "A token that is not good is no error (RFC 7662 §2.2); the request is refused.")
  ]
}
