internal import HTTPServer
internal import JSON

/// What an endpoint decided: the answer, and what the log tells about it.
struct Outcome: Sendable {
  var response: ServerResponse
  var client: String?
  var subject: String?
  var answer = "ok"
  var reason: String?
  /// The user's token or code that was presented, in clear; the log has its mark.
  var presented: String?
  /// The refresh token that was given out, in clear; the log has its mark.
  var granted: String?

  /// A 200 with a JSON body.
  static func success(_ value: JSONValue) -> Outcome { Outcome(response: json(200, value)) }

  /// A 200 without a body.
  static var empty: Outcome { Outcome(response: ServerResponse(status: 200)) }

  /// An OAuth error (RFC 6749 §5.2), a 400 unless told otherwise.
  static func failure(
    _ error: OAuthError, _ reason: String, status: Int = 400, text: String? = nil
  ) -> Outcome {
    failure(error.rawValue, reason, status: status, text: text)
  }

  /// An error in OAuth's form with a code of the service's own.
  static func failure(
    _ error: String, _ reason: String, status: Int = 400, text: String? = nil
  ) -> Outcome {
    var members = JSONObject([("error", .string(error))])
    members["error_description"] = text.map { .string($0) }
    return Outcome(response: json(status, .object(members)), answer: error, reason: reason)
  }

  /// A JSON answer that is no success.
  static func answered(
    _ status: Int, _ value: JSONValue, _ answer: String, _ reason: String
  ) -> Outcome {
    Outcome(response: json(status, value), answer: answer, reason: reason)
  }

  /// An HTML page, as the servers in front of the service send it.
  static func page(
    _ status: Int, _ title: String, _ answer: String, headers: [HeaderField] = []
  ) -> Outcome {
    let text =
      "<!DOCTYPE html>\n<html><head><title>\(title)</title></head>"
      + "<body><h1>\(title)</h1></body></html>\n"
    let fields = [HeaderField("Content-Type", "text/html; charset=UTF-8")] + headers
    return Outcome(
      response: ServerResponse(status: status, headers: fields, body: Array(text.utf8)),
      answer: answer)
  }

  /// The 429 page of a server in front of the service.
  static func throttled(_ seconds: Int?) -> Outcome {
    let headers = seconds.map { [HeaderField("Retry-After", String($0))] } ?? []
    return .page(429, "Too Many Requests", "throttle", headers: headers)
  }

  /// This outcome with what is known of a user's grant.
  func about(_ subject: String?, presented: String? = nil, granted: String? = nil) -> Outcome {
    var known = self
    known.subject = subject ?? known.subject
    known.presented = presented ?? known.presented
    known.granted = granted ?? known.granted
    return known
  }

  private static func json(_ status: Int, _ value: JSONValue) -> ServerResponse {
    ServerResponse(
      status: status,
      headers: [
        HeaderField("Content-Type", "application/json;charset=UTF-8"),
        HeaderField("Cache-Control", "no-store"), HeaderField("Pragma", "no-cache"),
      ], body: Array(value.encoded().utf8))
  }
}
