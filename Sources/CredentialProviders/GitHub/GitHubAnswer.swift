internal import CredentialCore
internal import HTTP
internal import JSON

/// An answer of GitHub's check of a token, read once: an authorization, or `{"message": ...}`.
struct GitHubAnswer {
  /// The largest answer that is read: an authorization with user and installation.
  static let maximumBytes = 65_536

  let response: HTTPResponse
  let body: AnswerBody
  /// The message of a refusal, when the body is an `error`; GitHub has no other code.
  let code: String?
  private let json: JSONValue?

  var status: Int { response.status }

  init(_ response: HTTPResponse) {
    self.response = response
    json = JSONBody.value(of: response, maximumBytes: Self.maximumBytes)
    guard let json, json.object != nil else {
      (body, code) = (response.body.count == 0 ? .empty : .page, nil)
      return
    }
    let message = json["message"]
    code = message?.string
    body = message == nil ? .object : code == nil ? .oddError : .error
  }

  /// The user whose token it is; nil when it does not say.
  var user: Subject? { NumericUserID.subject(json?["user"]?["id"]) }

  /// The client to which the token was issued; nil when it does not say.
  var client: String? { json?["app"]?["client_id"]?.string }

  /// Whether the token ends by itself, so that its end says nothing of the user.
  var hasExpiry: Bool { json?["expires_at"].map { !$0.isNull } ?? false }

  /// Whether the refusal is about the number of requests: by status, or by the fields that GitHub sends
  /// with a 403 (its page on rate limits).
  var isThrottled: Bool {
    status == 429
      || status == 403
        && (response["Retry-After"] != nil || response["x-ratelimit-remaining"] == "0")
  }

  /// How long to wait, at `now`; nil when it does not say.
  func wait(now: Moment) -> Duration? {
    if let wait = response.retryAfter(now: now.milliseconds / 1000) {
      return min(wait, Pace.longestWait)
    }
    guard let reset = response["x-ratelimit-reset"].flatMap({ Int64($0) }) else { return nil }
    let seconds = reset - (response.date ?? now.milliseconds / 1000)
    return min(.seconds(max(0, min(seconds, 86_400))), Pace.longestWait)
  }

  /// The answer on one line, without anything about a person.
  var outline: String {
    switch body {
    case .error: "\(status) \(PlainWord.printable(code ?? ""))"
    case .empty: "\(status) without a body"
    case .token, .object, .oddError, .page, .active, .inactive:
      "\(status) \(OAuthAnswer.mediaType(of: response)), \(response.body.count) bytes"
    }
  }
}
