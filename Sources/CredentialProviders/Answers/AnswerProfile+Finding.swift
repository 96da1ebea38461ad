internal import CredentialCore
internal import HTTP

extension AnswerProfile {
  /// What an answer that was received at `now` says, with an outline that holds no token; what the
  /// profile takes for a success is examined by `accepted`.
  func finding(of answer: OAuthAnswer, now: Moment, accepted: () -> Finding) -> Finding {
    let row = row(for: answer)
    let wait = {
      answer.response.retryAfter(now: now.milliseconds / 1000).map { min($0, Pace.longestWait) }
    }
    guard let result = self.answer(row, wait: wait) else { return accepted() }
    if let subtype = row.subtype, subtype != AnswerDetail.anyWord {
      return Finding(result, "\(answer.outline): \(subtype)")
    }
    let isUndeclared = row.code == nil && row.body == .error && row.place == nil
    return Finding(result, isUndeclared ? "unknown answer: \(answer.outline)" : answer.outline)
  }
}
