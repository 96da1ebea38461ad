internal import CredentialCore
internal import HTTP

/// Turns a provider's answer about a test user into what may be kept of it.
enum AnswerRecord {
  /// The redacted form of how a request ended.
  static func of(
    _ outcome: Result<HTTPResponse, HTTPFailure>, row: AnswerRow?, _ look: Look, _ finding: Finding,
    at now: Moment
  ) -> RecordedAnswer {
    switch outcome {
    case .success(let response):
      RecordedAnswer(
        credential: look.credential, at: now, status: response.status,
        headers: HeaderRedaction.lines(of: response), body: BodyRedaction.shape(of: response),
        answer: finding.answer.word, row: row?.outline ?? "")
    case .failure(let failure):
      RecordedAnswer(
        credential: look.credential, at: now, status: nil, headers: [],
        body: "no answer: \(failure.kind.rawValue)", answer: finding.answer.word, row: "")
    }
  }
}

extension AnswerRow {
  /// The row on one line, such as `200, 400 error invalid_grant`; where the configuration has it.
  var outline: String {
    let shown = shown
    let parts = [shown.status, shown.body, shown.error, shown.subtype].compactMap { $0 }
    return parts.joined(separator: " ") + (place == nil ? "" : " (configured)")
  }
}
