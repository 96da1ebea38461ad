extension OIDCProfile {
  /// Source: Microsoft's page on the error codes of Entra's token endpoint, which asks to match the
  /// numbers and not the texts. Numbers that stand nowhere here leave the user alone.
  static let entra: [AnswerRow] = [
    signIn, application, service, userAlone, dead,
  ].flatMap { $0 }

  private static let signIn: [AnswerRow] = [
    rows(
      ["50173"], .reauthenticate,
      "A changed password or an administrator ended the grant; consent stands."),
    rows(["70008", "700082"], .reauthenticate, "The token was unused for too long."),
    rows(["70043"], .reauthenticate, "A policy wants a new sign-in from time to time."),
    rows(
      ["50076", "50079", "50158", "53000", "53001", "53002", "53003", "50005", "16000", "50058"],
      .reauthenticate, "A second factor, a device or a choice of account is asked for."),
  ].flatMap { $0 }

  private static let application: [AnswerRow] = rows(
    ["700016", "7000215", "7000222", "7000112", "500011", "50011", "9002327", "700084"],
    .misconfigured, "The application, its secret or its kind of redirect is the wrong one.")

  private static let service: [AnswerRow] = [
    rows(["70012", "90033"], .transient, "The service is in trouble."),
    rows(["90055", "50196"], .throttled, "Too many requests."),
  ].flatMap { $0 }

  private static let userAlone: [AnswerRow] = rows(
    ["50034", "51004"], .isolated, "The directory does not know the user, or it is the wrong one.")

  private static let dead: [AnswerRow] = [
    AnswerRow(
      [400...400], code: "invalid_grant", subtype: "65001", is: .dead,
      "Consent is missing; an administrator can withdraw it for all."),
    AnswerRow(
      [400...400], code: "invalid_grant", subtype: "50057", is: .dead,
      "The account is disabled; it may come back."),
  ]

  private static func rows(
    _ numbers: [String], _ answerClass: AnswerClass, _ why: String
  ) -> [AnswerRow] {
    numbers.flatMap { number in
      ["invalid_grant", "interaction_required"].map { code in
        AnswerRow(AnswerProfile.oauth, code: code, subtype: number, is: answerClass, why)
      }
    }
  }
}
