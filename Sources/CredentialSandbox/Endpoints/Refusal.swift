/// What a fault makes a service refuse, whoever asks; each kind has its own words for it.
enum Refusal: Sendable {
  /// The client does not prove itself.
  case client(String)
  /// The user's token, or the user's link, is no good.
  case grant(String)
  /// The request is malformed.
  case request(String)
  /// Too many requests; seconds to wait when given.
  case throttled(retryAfter: Int?)
}
