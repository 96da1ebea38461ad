internal import CredentialCore

/// The answers of GitHub's check of a token.
///
/// Source: GitHub's page on the REST endpoints for OAuth authorizations, "Check a token".
enum GitHubProfile {
  /// What stands here as dead, and nothing else, can ever count against a user.
  static let builtIn = AnswerProfile([
    AnswerRow(
      [404...404], code: "Not Found", is: .dead,
      "The token is invalid: the authorization withdrawn, the token expired or replaced."),
    AnswerRow(
      [401...401], body: .error, is: .misconfigured,
      "Our own identity is refused: client id or client secret."),
    AnswerRow(
      [403...403], body: .error, is: .misconfigured,
      "The app may not ask this; with the fields of a rate limit it is throttled."),
    AnswerRow(
      [422...422], body: .error, is: .isolated,
      "The token is malformed, or too many were asked about."),
    AnswerRow(
      [200...200], body: .object, is: .accepted,
      "The token is good; its user must be the one asked about."),
    AnswerRow(
      [AnswerRow.refusals], body: .error, is: .isolated,
      "An undeclared refusal may be about this user or about us."),
  ])
}
