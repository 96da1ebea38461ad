/// The shapes of an answer's body that profiles tell apart.
enum AnswerBody: String, Sendable, CaseIterable {
  /// No byte at all.
  case empty
  /// Anything that is no JSON object sent as JSON: a portal's page, text, a cut-off document.
  case page
  /// A JSON object with neither an error nor what its endpoint gives.
  case object
  /// A JSON object with an access token and no error.
  case token
  /// A JSON object with an error code (RFC 6749 §5.2).
  case error
  /// A JSON object whose error is no text.
  case oddError = "odd_error"
  /// What introspection says of a token that is good (RFC 7662 §2.2): `active` is true.
  case active
  /// The same of a token that is not, or of which it will not speak: `active` is false.
  case inactive

  /// Its number from 0, for a table.
  var index: Int {
    switch self {
    case .empty: 0
    case .page: 1
    case .object: 2
    case .token: 3
    case .error: 4
    case .oddError: 5
    case .active: 6
    case .inactive: 7
    }
  }
}
