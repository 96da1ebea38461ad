internal import CredentialCore
internal import HTTP

/// Why no metadata of a server is at hand.
struct MetadataFault: Error, Sendable, Equatable {
  /// What it means for a look: nothing was sent.
  let finding: Finding
  /// What it means for a test of the provider.
  let probe: ProbeFinding
  /// Whether metadata that was good before may still be used.
  let isPassing: Bool

  private init(_ answer: Answer, _ code: ProbeCode, _ text: String, isPassing: Bool) {
    finding = Finding(answer, "no look: \(text)")
    probe = ProbeFinding(code, text)
    self.isPassing = isPassing
  }

  /// The HTTP client could not be set up.
  init(_ error: HTTPSetupError) {
    self.init(.transient(retryAfter: nil), .setupFailed, error.description, isPassing: true)
  }

  /// There was no answer.
  init(_ failure: HTTPFailure, usesProxy: Bool) {
    self.init(
      .transient(retryAfter: nil), ProbeCode(failure, usesProxy: usesProxy),
      "discovery: \(failure.description)", isPassing: true)
  }

  /// The document is refused.
  init(_ refusal: MetadataRefusal) {
    let text = "the server's metadata \(refusal.text)"
    if refusal.isForeign {
      self.init(.transient(retryAfter: nil), .page, text, isPassing: true)
    } else {
      self.init(.misconfigured, .notSent, text, isPassing: false)
    }
  }

  /// The answer was another one than the document.
  init(status: Int, wait: Duration?) {
    let text = "discovery: the answer has status \(status)"
    switch status {
    case 429: self.init(.throttled(retryAfter: wait), .throttled, text, isPassing: true)
    case 300..<400: self.init(.transient(retryAfter: nil), .redirected, text, isPassing: true)
    case 408, 425, 500...:
      self.init(.transient(retryAfter: wait), .serverTrouble, text, isPassing: true)
    default: self.init(.misconfigured, .page, text, isPassing: true)
    }
  }

  /// The document names no such endpoint.
  static func missing(_ name: String) -> MetadataFault {
    MetadataFault(
      .misconfigured, .notSent,
      "the server's metadata has no \(name); give it in the configuration",
      isPassing: false)
  }
}
