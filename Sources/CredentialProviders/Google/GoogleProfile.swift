/// The answers of Google's token endpoint.
///
/// Source: Google's pages on OAuth 2.0 and on session control, and reports of what its libraries met.
enum GoogleProfile {
  static let builtIn = AnswerProfile(
    [policies, texts, grants, clients, pace, AnswerProfile.ofOAuth].flatMap { $0 })

  private static let grants: [AnswerRow] = [
    AnswerRow(
      [200...200], body: .token, is: .accepted,
      "The token is good; an id_token beside it must be this user's."),
    AnswerRow(
      [200...200, 400...400], code: "invalid_grant", subtype: "Account has been deleted", is: .dead,
      "A text alone says that the account is gone; it counts as a dead token."),
    AnswerRow(
      [200...200, 400...400], code: "invalid_grant", subtype: "Bad Request", is: .isolated,
      "Never explained, and seen for many users of one service at once."),
    AnswerRow(
      AnswerProfile.oauth, code: "invalid_grant", subtype: AnswerDetail.anyWord, is: .isolated,
      "The code with a subtype that nobody has declared."),
    AnswerRow(
      [200...200, 400...400], code: "invalid_grant", is: .dead,
      "The token is dead: access removed, unused, one too many, or a consent screen in testing."),
    AnswerRow(
      [AnswerRow.refusals], code: "invalid_grant", is: .isolated,
      "The documented code with another status than the documented one."),
  ]

  /// What asks for a new sign-in and says nothing of consent.
  private static let policies: [AnswerRow] =
    ["invalid_rapt", "rapt_required", "admin_policy_enforced"].flatMap { word in
      [
        AnswerRow(
          AnswerProfile.oauth, code: "invalid_grant", subtype: word, is: .reauthenticate,
          policy),
        AnswerRow(AnswerProfile.oauth, code: word, is: .reauthenticate, policy),
      ]
    }

  private static let texts: [AnswerRow] =
    [
      "reauth related error", "reauth related error (invalid_rapt)",
      "reauth related error (rapt_required)",
    ].map { text in
      AnswerRow(
        AnswerProfile.oauth, code: "invalid_grant", subtype: text, is: .reauthenticate, policy)
    }

  /// What is about this service.
  private static let clients: [AnswerRow] =
    ["invalid_request", "deleted_client", "disabled_client", "org_internal"].map { code in
      AnswerRow(
        AnswerProfile.oauth, code: code, is: .misconfigured,
        "The client or its project is refused; see the Google Cloud console.")
    }

  /// What is about its pace, and what asks for somebody to act.
  private static let pace: [AnswerRow] =
    [
      "rate_limit_exceeded", "rateLimitExceeded", "userRateLimitExceeded", "quota_exceeded",
      "quotaExceeded",
    ].map { code in
      AnswerRow([403...403], code: code, is: .throttled, "Too many requests.")
    } + others

  private static let others: [AnswerRow] = [
    AnswerRow(
      [403...403], body: .oddError, is: .throttled,
      "The error of Google's gateway before its services, as for too many requests."),
    AnswerRow(
      AnswerProfile.oauth, code: "access_denied", is: .reauthenticate,
      "A restriction on the account; the user or an administrator must act."),
  ]

  private static let policy = "A policy of the user's organization wants a new sign-in."
}
