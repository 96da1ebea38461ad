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

  /// The line of the request log.
  var json: JSONValue {
    var members: [(String, JSONValue)] = [
      ("time", .integer(time)), ("request", .string(request)), ("status", .integer(Int64(status))),
      ("answer", .string(answer)),
    ]
    if let client { members.append(("client", .string(client))) }
    if let subject { members.append(("subject", .string(subject))) }
    if let reason { members.append(("reason", .string(reason))) }
    return .object(JSONObject(members))
  }
}
