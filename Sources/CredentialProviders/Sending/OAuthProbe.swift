internal import CredentialCore
internal import HTTP

/// What the answer to a refresh grant with a made-up token shows of our own identity.
///
/// The client is authenticated before the grant is looked at (RFC 6749 §3.2.1), so `invalid_grant`
/// means that it is accepted.
enum OAuthProbe {
  /// A token that nobody ever gave out.
  static let madeUpToken = Secret(Array("credstate-provider-test.not-a-token".utf8))

  /// The finding for an answer about `client`; `identity` says what the request was signed with.
  static func outcome(
    of response: HTTPResponse, client: ClientID, identity: String
  ) -> ProbeFinding {
    let answer = OAuthAnswer(response)
    let code = code(of: answer)
    var detail = answer.outline
    if code == .identityRefused { detail += "; \(identity)" }
    if code == .redirected, let place = place(response) { detail += "; to \(place)" }
    if code == .throttled, let wait = response["Retry-After"] {
      detail += "; Retry-After: \(PlainWord.printable(wait))"
    }
    return ProbeFinding(code, client: client, detail)
  }

  private static func code(of answer: OAuthAnswer) -> ProbeCode {
    if let code = ProbeCode(status: answer.status) { return code }
    switch answer.body {
    case .token: return .tokenAccepted
    case .empty, .page, .object, .oddError, .active, .inactive: return .page
    case .error: return code(answer.code ?? "")
    }
  }

  private static func code(_ error: String) -> ProbeCode {
    switch error {
    case "invalid_grant": .accepted
    case "invalid_client": .identityRefused
    case "unauthorized_client", "unsupported_grant_type", "invalid_scope": .clientNotAllowed
    case "invalid_request": .requestRefused
    case "temporarily_unavailable", "server_error": .serverTrouble
    case "slow_down": .throttled
    default: .undeclared
    }
  }

  /// Scheme and host of where a redirect leads; the rest may hold anything.
  private static func place(_ response: HTTPResponse) -> String? {
    guard let location = response["Location"] else { return nil }
    let parts = location.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count >= 3, parts[1].isEmpty, !parts[2].contains("@") else { return nil }
    return PlainWord.printable("\(parts[0])//\(parts[2])")
  }
}

extension ProbeCode {
  /// What the status alone shows of the provider; nil when the body decides.
  init?(status: Int) {
    switch status {
    case 429: self = .throttled
    case 300..<400: self = .redirected
    case 511: self = .page
    case 408, 425, 500...: self = .serverTrouble
    default: return nil
    }
  }
}

extension PlainWord {
  /// The first 100 characters of a peer's text, when they are printable ASCII.
  static func printable(_ text: String) -> String {
    let cut = text.utf8.prefix(100)
    let isPrintable = cut.allSatisfy { (0x20...0x7e).contains($0) }
    return isPrintable ? String(decoding: cut, as: UTF8.self) : "(\(text.utf8.count) bytes)"
  }
}
