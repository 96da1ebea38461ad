internal import Crypto
internal import JSON

/// One request and what was answered; it never holds a token, a code or a secret.
package struct LogEntry: Sendable, Equatable {
  /// Milliseconds since 1970.
  package let time: Int64
  /// Method and path.
  package let request: String
  /// The client id of the request, nil when it named none.
  package let client: String?
  /// The user whose token it was, nil when it was nobody's.
  package let subject: String?
  /// The status code; 0 when the connection was dropped.
  package let status: Int
  /// `ok`, an OAuth error code, or the name of the fault.
  package let answer: String
  /// Why, for the person who debugs a client.
  package let reason: String?
  /// The mark of the user's token or code that was presented; nil when there was none.
  package let presented: String?
  /// The mark of the refresh token that was given out; nil when there was none.
  package let granted: String?

  /// What stands for a token here: 16 hexadecimal digits of its SHA-256. Whoever has the token can
  /// tell whether it was presented, and how often; nobody finds the token from it.
  package static func mark(of token: String) -> String {
    HexText.of(SHA256.hash(Array(token.utf8)).prefix(8))
  }

  /// The line of the request log.
  var json: JSONValue {
    var members = JSONObject([
      ("time", .integer(time)), ("request", .string(request)), ("status", .integer(Int64(status))),
      ("answer", .string(answer)),
    ])
    members["client"] = client.map { .string($0) }
    members["subject"] = subject.map { .string($0) }
    members["reason"] = reason.map { .string($0) }
    members["presented"] = presented.map { .string($0) }
    members["granted"] = granted.map { .string($0) }
    return .object(members)
  }
}
