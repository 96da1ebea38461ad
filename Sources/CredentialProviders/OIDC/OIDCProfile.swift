/// The answers of a token endpoint of OAuth 2.0 and OpenID Connect (RFC 6749 §5.2, OpenID Connect Core
/// §3.1.2.6), and the numbers by which Microsoft Entra tells apart what it says with one code.
enum OIDCProfile {
  static let builtIn = AnswerProfile(
    [http, entra, grants, AnswerProfile.ofOAuth].flatMap { $0 })

  private static let http: [AnswerRow] = [
    AnswerRow(
      [200...200], body: .token, is: .accepted,
      "The token is good; an id_token beside it must be this user's."),
    AnswerRow(
      [404...404], is: .misconfigured, "There is no such endpoint; never that a user is not."),
  ]

  private static let grants: [AnswerRow] = [
    AnswerRow(
      AnswerProfile.oauth, code: "invalid_grant", subtype: AnswerDetail.anyWord, is: .isolated,
      "The code with a word beside it that nobody has declared."),
    AnswerRow(
      [200...200, 400...400], code: "invalid_grant", is: .dead,
      "The token is invalid, expired, revoked, or another client's."),
    AnswerRow(
      [AnswerRow.refusals], code: "invalid_grant", is: .isolated,
      "The documented code with another status than the documented one."),
    AnswerRow(
      AnswerProfile.oauth, code: "interaction_required", is: .reauthenticate,
      "The user must take part."),
    AnswerRow(
      AnswerProfile.oauth, code: "login_required", is: .reauthenticate, "The user must sign in."),
    AnswerRow(
      AnswerProfile.oauth, code: "consent_required", is: .reauthenticate,
      "The user must consent anew."),
    AnswerRow(
      AnswerProfile.oauth, code: "account_selection_required", is: .reauthenticate,
      "The user must choose an account."),
    AnswerRow(
      AnswerProfile.oauth, code: "invalid_request", is: .isolated,
      "A malformed request, or a user who is gone at servers that were seen to answer so."),
    AnswerRow(
      [400...400], body: .empty, is: .isolated,
      "Servers were seen to answer so for a revoked token and for a wrong client secret."),
  ]
}
