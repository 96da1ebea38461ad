internal import CredentialCore
internal import HTTP

/// What a kind of provider over HTTP knows: the request for a look and the meaning of an answer.
///
/// To the implementer: both are pure and quick; they run on the caller's and the client's thread.
protocol LookCodec: Sendable {
  /// The request that makes `look`, or why none is sent. `now` signs client secrets.
  func request(for look: Look, tag: Int, now: Moment) -> Result<HTTPRequest, NotSent>
  /// What `response` says about `look`, and the outline of it without a secret.
  func finding(of response: HTTPResponse, for look: Look, now: Moment) -> Finding
  /// The row of the profile that decides about `response`, for a recording.
  func row(for response: HTTPResponse) -> AnswerRow
}

/// What one answer was taken for, and its outline.
struct Finding: Sendable, Equatable {
  let answer: Answer
  let evidence: Evidence

  init(_ answer: Answer, _ evidence: String) {
    self.answer = answer
    self.evidence = Evidence(evidence)
  }
}

/// A look for which nothing is sent, and why.
struct NotSent: Error, Equatable {
  let finding: Finding
}

extension NotSent {
  /// A look whose client is none of those that are configured; nil when it is one.
  init?(_ look: Look, unlessAmong clients: Set<ClientID>) {
    guard !clients.contains(look.client) else { return nil }
    let text = "the client id \(look.client) is not configured; nothing was sent"
    self.init(finding: Finding(.clientNotConfigured, text))
  }
}
