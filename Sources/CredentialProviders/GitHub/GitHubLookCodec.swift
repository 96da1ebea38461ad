internal import CredentialCore
internal import HTTP
internal import JSON

/// Looks at GitHub: the check of a user's token by the app it was issued to, which rotates nothing.
struct GitHubLookCodec: LookCodec {
  let endpoint: String
  let client: ClientID
  let secret: Secret
  let profile: AnswerProfile

  /// Where tokens of the client are checked.
  var address: String { "\(endpoint)/applications/\(client)/token" }

  func request(for look: Look, tag: Int, now: Moment) -> Result<HTTPRequest, NotSent> {
    if let refusal = NotSent(look, unlessAmong: [client]) { return .failure(refusal) }
    return .success(request(token: look.token, tag: tag))
  }

  /// The check of any token.
  func request(token: Secret, tag: Int) -> HTTPRequest {
    let text = token.withBytes { String(decoding: $0, as: UTF8.self) }
    let body = JSONValue.object(JSONObject([("access_token", .string(text))])).encoded()
    return HTTPRequest(
      tag: tag, method: .post, url: address, fields: fields, body: HTTPBody(Array(body.utf8)))
  }

  func finding(of response: HTTPResponse, for look: Look, now: Moment) -> Finding {
    let answer = GitHubAnswer(response)
    if answer.isThrottled {
      return Finding(.throttled(retryAfter: answer.wait(now: now)), answer.outline)
    }
    let row = profile.row(for: answer)
    guard let result = profile.answer(row, wait: { answer.wait(now: now) }) else {
      return accepted(answer, look)
    }
    return Finding(result, answer.outline)
  }

  func row(for response: HTTPResponse) -> AnswerRow { profile.row(for: GitHubAnswer(response)) }

  private func accepted(_ answer: GitHubAnswer, _ look: Look) -> Finding {
    guard let user = answer.user else {
      return Finding(.transient(retryAfter: nil), "200 without a user")
    }
    guard user == look.credential.subject else {
      return Finding(.mismatched, "200, but the token belongs to another user")
    }
    if let client = answer.client, !client.utf8.elementsEqual(self.client.bytes) {
      return Finding(.mismatched, "200, but the token was issued to another client")
    }
    return Finding(
      .authorized, answer.hasExpiry ? "200; the token expires by itself" : "200")
  }

  private var fields: [HTTPField] {
    let pair = secret.withBytes { BasicCredentials.value(name: client.bytes, secret: $0) }
    return [
      HTTPField("Authorization", pair),
      HTTPField("Accept", "application/vnd.github+json"),
      HTTPField("Content-Type", "application/json"),
      HTTPField("X-GitHub-Api-Version", "2022-11-28"),
    ]
  }
}

extension AnswerProfile {
  /// The row that decides about `answer`.
  func row(for answer: GitHubAnswer) -> AnswerRow { row(answer.status, answer.body, answer.code) }
}
