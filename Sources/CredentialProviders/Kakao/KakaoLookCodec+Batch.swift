internal import CredentialCore
internal import HTTP

extension KakaoLookCodec: BatchLookCodec {
  /// Kakao's limit for one call (without `property_keys`).
  static let longestList = 100
  /// When nobody of a list is in the answer, so many are asked about alone: if those are well, or not,
  /// so is the question.
  static let mostWhenNobody = 3

  private static let listPath = "/v2/app/users"

  /// Room is left for the canaries until the key is proven.
  var mostLooks: Int { Self.longestList - witnesses.count }

  /// A look alone tells more; but canaries can prove the key beside it.
  var fewestLooks: Int { witnesses.isEmpty ? 2 : 1 }

  func request(for looks: [Look], tag: Int, now: Moment) -> HTTPRequest {
    var ids = looks.map(\.credential.subject)
    for canary in witnesses where !ids.contains(canary) && ids.count < Self.longestList {
      ids.append(canary)
    }
    let list = ids.map(\.text).joined(separator: ",")
    return HTTPRequest(
      tag: tag, method: .get,
      url: "\(endpoint)\(Self.listPath)?target_id_type=user_id&target_ids=%5B\(list)%5D",
      fields: fields)
  }

  func findings(of response: HTTPResponse, for looks: [Look], now: Moment) -> [Finding?] {
    let answer = KakaoAnswer(response)
    guard let users = answer.users else { return refusals(answer, response, looks, now) }
    for user in users { proof.note(user) }
    let found = Dictionary(users.map { ($0.id, $0) }) { first, _ in first }
    var left = users.isEmpty ? Self.mostWhenNobody : looks.count
    return looks.map { look in
      if let user = found[look.credential.subject] { return user.finding }
      left -= 1
      guard left < 0 else { return nil }
      return Finding(
        .transient(retryAfter: nil), "200, and nobody of \(looks.count) is in the list")
    }
  }

  /// What a refusal of the whole question says of all; nil where it may be for one of them.
  private func refusals(
    _ answer: KakaoAnswer, _ response: HTTPResponse, _ looks: [Look], _ now: Moment
  ) -> [Finding?] {
    guard let finding = refusal(answer, response, now: now) else {
      let finding = Finding(.transient(retryAfter: nil), "200 without a list of users")
      return looks.map { _ in finding }
    }
    switch profile.row(for: answer).answerClass {
    case .dead, .isolated, .unclear: return looks.map { _ in nil }
    case .misconfigured where answer.code == "-2": return looks.map { _ in nil }
    case .accepted, .reauthenticate, .misconfigured, .throttled, .transient:
      return looks.map { _ in finding }
    }
  }

  /// The canaries while the key is not proven.
  private var witnesses: [Subject] { proof.isProven ? [] : proof.canaries }
}
