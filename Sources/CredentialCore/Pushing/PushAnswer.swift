/// What an endpoint is to reply to the transmitter, and what became of the push.
///
/// The same push again is answered in the same way, as RFC 8935 §2 asks.
package struct PushAnswer: Sendable, Equatable {
  /// What became of it, in one word.
  package enum Outcome: String, Sendable, CaseIterable {
    /// It is verified and durable.
    case accepted
    /// It is refused for good.
    case refused
    /// It cannot be taken now; nothing of it is kept.
    case tryLater = "try_later"
  }

  /// What one piece of news led to.
  package struct Effect: Sendable, Equatable {
    /// What was said, such as `consent_withdrawn`.
    package let news: String
    /// The rule that decided; nil where the user is not known here.
    package let rule: Rule?

    /// Pairs what was said with what it led to.
    package init(news: String, rule: Rule?) {
      self.news = news
      self.rule = rule
    }
  }

  /// What became of it.
  package let outcome: Outcome
  /// The HTTP status to reply with.
  package let status: Int
  /// What is wrong, for the transmitter (RFC 8935 §2.4).
  package private(set) var error: String?
  /// The same for people.
  package private(set) var sentence: String?
  /// How long the transmitter should wait.
  package private(set) var retryAfter: Duration?
  /// What each piece of news led to.
  package private(set) var effects: [Effect] = []
  /// Sessions that the service is to end by the provider's id of them, as no user was named.
  package private(set) var sessions: [String] = []

  /// The answer to a push that is durable.
  package init(_ verified: VerifiedPushes, rules: [Rule?]) {
    outcome = .accepted
    status = verified.status
    effects = zip(verified.pushes, rules).map { Effect(news: $0.0.news.word, rule: $0.1) }
    sessions = verified.sessions
  }

  /// The answer to one that is refused.
  package init(_ refusal: PushRefusal) {
    outcome = refusal.isRetryable ? .tryLater : .refused
    status = refusal.status
    error = refusal.published
    sentence = refusal.sentence
    if refusal.isRetryable { retryAfter = refusal.retryAfter ?? .seconds(10) }
  }

  /// The answer as a row: everything an endpoint needs to reply blindly.
  package var fields: Fields {
    var fields: Fields = [
      "outcome": .text(outcome.rawValue), "status": .integer(Int64(status)),
      "content_type": .text(body.isEmpty ? "" : "application/json"), "body": .text(body),
    ]
    fields.add("err", error.map(Value.text))
    fields.add("description", sentence.map(Value.text))
    fields.add("retry_after", retryAfter.map { .integer(max(1, $0.components.seconds)) })
    fields.add("news", .list(effects.map { .fields($0.fields) }))
    fields.add("sessions", .list(sessions.map(Value.text)))
    return fields
  }

  /// The body to reply with: empty, or an error in JSON.
  private var body: String {
    guard let error, let sentence, outcome == .refused else { return "" }
    return Value.fields(["err": .text(error), "description": .text(sentence)]).json
  }
}

extension PushAnswer.Effect {
  /// As a row.
  var fields: Fields {
    ["news": .text(news), "rule": .text(rule?.rawValue ?? "unknown_user")]
  }
}
