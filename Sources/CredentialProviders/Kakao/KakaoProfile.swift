internal import CredentialCore

/// The answers of Kakao's API to a question with the admin key.
///
/// Source: Kakao's pages on the REST API, its error codes and its quota.
enum KakaoProfile {
  /// What stands here as dead, and nothing else, can ever count against a user.
  static let builtIn = AnswerProfile(about(user) + about(us) + rest, deadReason: .notLinked)

  private typealias Row = (codes: [Int], class: AnswerClass, why: String)

  private static let user: [Row] = [
    ([-103], .unclear, "The Kakao account sleeps or does not exist; it does not say which."),
    ([-4], .unclear, "The Kakao account is sanctioned, or may not do this; the link may stand."),
    ([-406], .unclear, "The user is under fourteen; the link may stand."),
    ([-102], .unclear, "The user is linked already; no answer to this question."),
    ([-402], .unclear, "A consent is missing; the link stands."),
  ]

  private static let us: [Row] = [
    ([-401, -903], .misconfigured, "The key is wrong, or of another app."),
    ([-3, -5, -6], .misconfigured, "The key may not ask this; allow it user information."),
    ([-12], .misconfigured, "The app or its developer is sanctioned."),
    ([-8, -9, -11, -201], .misconfigured, "The request or the app's plan is not right."),
    (
      [-2], .misconfigured,
      "The request is malformed; when it is about one user alone, the stored user ID is."
    ),
    ([-10], .throttled, "The quota is spent; with 400 in general, with 429 for lists."),
    ([-1, -7, -603, -9798], .transient, "Kakao is in trouble, or being maintained."),
  ]

  private static let rest = [
    AnswerRow(
      [400...400], code: "-101", is: .dead, "The user is not linked to the app any more."),
    AnswerRow(
      [AnswerRow.refusals], code: "-101", is: .isolated,
      "The documented code with another status than the documented one."),
    AnswerRow(
      [200...200], body: .object, is: .accepted,
      "The user is linked; the id must be the one asked about."),
    AnswerRow(
      [AnswerRow.refusals], body: .error, is: .isolated,
      "An undeclared code may be about this user or about us."),
  ]

  private static func about(_ rows: [Row]) -> [AnswerRow] {
    rows.flatMap { row in
      row.codes.map {
        AnswerRow([AnswerRow.refusals], code: String($0), is: row.class, row.why)
      }
    }
  }
}
