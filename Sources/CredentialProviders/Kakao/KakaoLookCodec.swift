internal import CredentialCore
internal import Crypto
internal import HTTP
internal import JSON

/// Looks at Kakao with the app's admin key, which needs no token of the user's.
struct KakaoLookCodec: LookCodec {
  /// One user; the list of users is at `/v2/app/users`.
  static let userPath = "/v2/user/me"

  let endpoint: String
  let app: ClientID
  let key: Secret
  let profile: AnswerProfile
  let proof: KakaoKeyProof

  func request(for look: Look, tag: Int, now: Moment) -> Result<HTTPRequest, NotSent> {
    guard look.client == app else {
      let text = "the app \(look.client) is not configured; nothing was sent"
      return .failure(NotSent(finding: Finding(.clientNotConfigured, text)))
    }
    let subject = look.credential.subject
    if let problem = NumericUserID.problem(subject) {
      let text = "the stored user ID \(problem); nothing was sent"
      return .failure(NotSent(finding: Finding(.mismatched, text)))
    }
    return .success(request(user: subject.text, tag: tag))
  }

  /// The question about one user, by a number in text.
  func request(user: String, tag: Int) -> HTTPRequest {
    HTTPRequest(
      tag: tag, method: .get,
      url: "\(endpoint)\(Self.userPath)?target_id_type=user_id&target_id=\(user)", fields: fields)
  }

  func finding(of response: HTTPResponse, for look: Look, now: Moment) -> Finding {
    let answer = KakaoAnswer(response)
    guard let finding = refusal(answer, response, now: now) else {
      guard let user = answer.user else {
        return Finding(.transient(retryAfter: nil), "200 without a user ID")
      }
      guard user.id == look.credential.subject else {
        return Finding(.mismatched, "200, but about another user than was asked about")
      }
      proof.note(user)
      return user.finding
    }
    return finding
  }

  func row(for response: HTTPResponse) -> AnswerRow { profile.row(for: KakaoAnswer(response)) }

  /// What a refusal says; nil for an answer that is none.
  func refusal(_ answer: KakaoAnswer, _ response: HTTPResponse, now: Moment) -> Finding? {
    let row = profile.row(for: answer)
    let wait = {
      response.retryAfter(now: now.milliseconds / 1000).map { min($0, Pace.longestWait) }
    }
    guard let result = profile.answer(row, wait: wait) else { return nil }
    if case .dead = result, !proof.isProven {
      return Finding(
        .misconfigured,
        "\(answer.outline): not linked, but the admin key has shown no two linked users yet; "
          + "name two as canaries")
    }
    return Finding(result, answer.outline)
  }

  var fields: [HTTPField] {
    let text = key.withBytes { String(decoding: $0, as: UTF8.self) }
    return [
      HTTPField("Authorization", "KakaoAK \(text)"), HTTPField("Accept", "application/json"),
    ]
  }
}

extension AnswerProfile {
  /// The row that decides about `answer`.
  func row(for answer: KakaoAnswer) -> AnswerRow { row(answer.status, answer.body, answer.code) }
}
