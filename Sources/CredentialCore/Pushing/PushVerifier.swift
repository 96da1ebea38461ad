/// The role of a provider that tells of users of its own accord.
///
/// To the implementer: believe nothing that is not proven, by a signature or by the provider's own
/// secret. What cannot be judged now, as keys are not to be had, is a refusal that is retryable and
/// never a bad signature. Never put the body, a secret or a user ID into a sentence. Several
/// submissions are verified at once; nothing may block.
package protocol PushVerifier: Sendable {
  /// Verifies what reached an endpoint and says what it tells; `now` is the wall time.
  func verify(_ submission: PushSubmission, now: Moment) async -> PushReading
  /// When so much time has passed without a push though there were some before, that is a condition;
  /// nil: never.
  var silentAfter: Duration? { get }
  /// Ends what is in flight and frees connections; idempotent.
  func close()
}

/// What became of a submission before the store saw it.
package enum PushReading: Sendable, Equatable {
  /// The provider said it.
  case verified(VerifiedPushes)
  /// It is not believed, or cannot be judged now.
  case refused(PushRefusal)
}

/// What a provider said in one message, proven to be its own.
package struct VerifiedPushes: Sendable, Equatable {
  /// The news, at most one message's; empty when it tells of nothing that counts here.
  package var pushes: [Push]
  /// The status that the transmitter expects (200 or 202).
  package var status: Int
  /// The transmitter's id of the message, such as `jti`.
  package var id: String
  /// The kinds of news in it that nobody here knows.
  package var unknown: [String]
  /// Sessions by the provider's own id (`sid`) that the message ends, where it names no user.
  package var sessions: [String]
  /// News about tokens whose users the message does not name.
  package var tokens: [PushedToken] = []

  /// Gathers what was said.
  package init(
    _ pushes: [Push], status: Int, id: String, unknown: [String] = [], sessions: [String] = []
  ) {
    self.pushes = pushes
    self.status = status
    self.id = id
    self.unknown = unknown
    self.sessions = sessions
  }
}

/// Why a submission is not believed.
package struct PushRefusal: Error, Sendable, Equatable {
  /// What is wrong, for the transmitter (RFC 8935 §2.4), and two of our own.
  package enum Code: String, Sendable, CaseIterable {
    /// It is malformed, or not of this transmitter's form.
    case invalidRequest = "invalid_request"
    /// No key of the issuer signed it.
    case invalidKey = "invalid_key"
    /// It is another issuer's.
    case invalidIssuer = "invalid_issuer"
    /// It is for a client that is not configured.
    case invalidAudience = "invalid_audience"
    /// The transmitter did not prove who it is.
    case authenticationFailed = "authentication_failed"
    /// It is too large.
    case tooLarge = "too_large"
    /// It cannot be judged now; it may be sent again.
    case unavailable
  }

  /// What is wrong.
  package let code: Code
  /// What is wrong, for people.
  package let sentence: String
  /// The transmitter's id of the message, where it can be read; it is not proven.
  package let id: String?
  /// How long the transmitter should wait, where it may come again.
  package let retryAfter: Duration?

  /// Refuses a submission.
  package init(
    _ code: Code, _ sentence: String, id: String? = nil, retryAfter: Duration? = nil
  ) {
    self.code = code
    self.sentence = sentence
    self.id = id
    self.retryAfter = retryAfter
  }

  /// Whether the same may be taken when it comes again.
  package var isRetryable: Bool { code == .unavailable }

  /// What the endpoint answers (HTTP).
  package var status: Int {
    switch code {
    case .unavailable: 503
    case .tooLarge: 413
    default: 400
    }
  }

  /// The code that the transmitter is told; a published one (RFC 8935 §2.4).
  package var published: String {
    switch code {
    case .tooLarge, .unavailable: Code.invalidRequest.rawValue
    default: code.rawValue
    }
  }
}
