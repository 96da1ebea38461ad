internal import HTTPServer
internal import JSON

/// What an endpoint decided: the answer, and what the log tells about it.
struct Outcome: Sendable {
  var response: ServerResponse
  var client: String?
  var subject: String?
  var answer = "ok"
  var reason: String?

  /// A 200 with a JSON body.
  static func success(_ value: JSONValue) -> Outcome { Outcome(response: json(200, value)) }

  /// A 400 with an OAuth error.
  static func failure(_ error: OAuthError, _ reason: String) -> Outcome {
    let body = JSONValue.object(JSONObject([("error", .string(error.rawValue))]))
    return Outcome(response: json(400, body), answer: error.rawValue, reason: reason)
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

  private static func json(_ status: Int, _ value: JSONValue) -> ServerResponse {
    ServerResponse(
      status: status,
      headers: [
        HeaderField("Content-Type", "application/json;charset=UTF-8"),
        HeaderField("Cache-Control", "no-store"), HeaderField("Pragma", "no-cache"),
      ], body: Array(value.encoded().utf8))
  }
}
