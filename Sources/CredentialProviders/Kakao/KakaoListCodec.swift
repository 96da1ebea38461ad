internal import CredentialCore
internal import HTTP
internal import JSON

/// The list of all users who are linked to the app (`/v1/user/ids`): a request for a page, and what came.
///
/// An address in an answer is never followed; of `after_url` only the number is taken.
struct KakaoListCodec: Sendable {
  static let path = "/v1/user/ids"
  /// The most users of a page.
  static let pageSize = 100

  let looks: KakaoLookCodec

  func request(at place: String?) -> HTTPRequest {
    let start = place.map { "&from_id=\($0)" } ?? ""
    return HTTPRequest(
      tag: 0, method: .get,
      url: "\(looks.endpoint)\(Self.path)?limit=\(Self.pageSize)&order=asc\(start)",
      fields: looks.fields)
  }

  func answer(_ outcome: Result<HTTPResponse, HTTPFailure>, now: Moment) -> SweepAnswer {
    switch outcome {
    case .failure(let failure): .later(failure.description, retryAfter: nil)
    case .success(let response): answer(response, now: now)
    }
  }

  private func answer(_ response: HTTPResponse, now: Moment) -> SweepAnswer {
    let answer = KakaoAnswer(response)
    if let page = page(response) { return .page(page) }
    let wait = response.retryAfter(now: now.milliseconds / 1000).map { min($0, Pace.longestWait) }
    guard answer.status != 200 else {
      return .later("200 without a list of user IDs", retryAfter: wait)
    }
    switch looks.profile.row(for: answer).answerClass {
    case .throttled, .transient: return .later(answer.outline, retryAfter: wait)
    default: return .refused(answer.outline)
    }
  }

  /// A page; nil when the answer is none, or one of its users cannot be read.
  private func page(_ response: HTTPResponse) -> SweepPage? {
    let json = JSONBody.value(of: response, maximumBytes: KakaoAnswer.maximumBytes)
    guard response.status == 200, let json, let list = json["elements"]?.array,
      list.count <= Self.pageSize
    else { return nil }
    let subjects = list.compactMap { NumericUserID.subject($0) }
    guard subjects.count == list.count else { return nil }
    guard let next = json["after_url"]?.string else {
      return SweepPage(subjects, next: nil, total: total(json))
    }
    guard let place = Self.place(in: next) else { return nil }
    return SweepPage(subjects, next: place, total: total(json))
  }

  private func total(_ json: JSONValue) -> Int? {
    json["total_count"]?.integer.flatMap { Int(exactly: $0) }
  }

  /// The user ID that an address begins at; nil when it has none.
  static func place(in address: String) -> String? {
    let query = address.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
    for field in query.split(separator: "&") {
      let parts = field.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0] == "from_id" else { continue }
      return NumericUserID.subject(.string(String(parts[1])))?.text
    }
    return nil
  }
}
