/// How all endpoints behave, towards everybody or as far as a `FaultScope` goes.
package enum SandboxMode: Sendable, Equatable {
  /// As the vendor documents.
  case normal
  /// A 503 with an HTML page, as an edge server sends it.
  case outage
  /// A 429, with `Retry-After` in seconds when given.
  case throttle(retryAfter: Int?)
  /// The right answer, this much later.
  case slow(Duration)
  /// The right answer, but the connection ends in the middle of its body.
  case truncate
  /// Half of the right body, delivered as if it were all.
  case halfJSON
  /// A 200 with the HTML page of a hotel's network.
  case captivePortal
  /// `invalid_client` for every client.
  case invalidClient
  /// The connection ends without an answer.
  case drop
  /// `invalid_grant` for every user's token.
  case invalidGrant
  /// `invalid_request` for every user's token.
  case invalidRequest
  /// What would have been answered when the mode went on: by a copy that gets no news.
  case staleReplica
  /// Tokens that were older than this when the mode went on are dead: `invalid_grant`.
  case expire(seconds: Int)
  /// The service's clock is ahead of the real one by so many seconds, or behind when negative.
  case clock(seconds: Int)

  /// The word that control verbs and the log use.
  package var name: String {
    switch self {
    case .normal: "normal"
    case .outage: "outage"
    case .throttle: "throttle"
    case .slow: "slow"
    case .truncate: "truncate"
    case .halfJSON: "half-json"
    case .captivePortal: "captive-portal"
    case .invalidClient: "invalid-client"
    case .drop: "drop"
    case .invalidGrant: "invalid-grant"
    case .invalidRequest: "invalid-request"
    case .staleReplica: "stale-replica"
    case .expire: "expire"
    case .clock: "clock"
    }
  }
}
