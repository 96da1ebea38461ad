internal import CredentialCore
internal import HTTP
internal import JSON

/// The answer profile of Apple's token endpoint: status × body × error → class.
///
/// Only what stands here as dead can ever count against a user; all else says nothing about them.
struct AppleClassification {
  /// The client the token was issued to.
  let client: ClientID
  /// The user the token belongs to.
  let subject: Subject

  /// The largest answer that is read as JSON.
  static let maximumBytes = 65_536

  /// The class of an answer received at `now`, with an outline that holds no token.
  func finding(of response: HTTPResponse, now: Moment) -> Finding {
    let wait = response.retryAfter(now: now.milliseconds / 1000).map { min($0, Pace.longestWait) }
    switch response.status {
    case 429: return Finding(.throttled(retryAfter: wait), "429")
    case 200: return success(Self.json(response), response, wait)
    case 400..<500 where response.status != 408 && response.status != 425:
      return refusal(response, wait)
    default: return Finding(.transient(retryAfter: wait), Self.outline(response))
    }
  }

  private func success(
    _ json: JSONValue?, _ response: HTTPResponse, _ wait: Duration?
  ) -> Finding {
    guard let json else { return Finding(.transient(retryAfter: wait), Self.outline(response)) }
    if let error = json["error"] { return refusal(error, status: 200, wait) }
    // Opaque: never decoded, whatever it looks like.
    guard let access = json["access_token"]?.string, !access.isEmpty else {
      return Finding(.transient(retryAfter: wait), "200 without access_token")
    }
    guard let identity = json["id_token"], !identity.isNull else {
      return Finding(.authorized, "200")
    }
    return AppleIdentityToken.finding(identity, client: client, subject: subject)
  }

  private func refusal(_ response: HTTPResponse, _ wait: Duration?) -> Finding {
    let status = response.status
    if status == 400, response.body.count == 0 { return Finding(.isolated, "400 without a body") }
    guard let error = Self.json(response)?["error"] else {
      return Finding(.transient(retryAfter: wait), Self.outline(response))
    }
    return refusal(error, status: status, wait)
  }

  private func refusal(_ error: JSONValue, status: Int, _ wait: Duration?) -> Finding {
    guard let code = error.string else {
      return Finding(.transient(retryAfter: wait), "\(status) with an error that is no text")
    }
    let outline = "\(status) \(Self.printable(code))"
    switch code {
    case "invalid_grant" where status == 400 || status == 200:
      return Finding(.dead(.tokenDead), outline)
    case "invalid_grant", "invalid_request": return Finding(.isolated, outline)
    case "invalid_client", "unauthorized_client", "unsupported_grant_type", "invalid_scope":
      return Finding(.misconfigured, outline)
    case "temporarily_unavailable", "server_error":
      return Finding(.transient(retryAfter: wait), outline)
    case "slow_down": return Finding(.throttled(retryAfter: wait), outline)
    default: return Finding(.isolated, "unknown answer: \(outline)")
    }
  }

  /// The JSON object of an answer that says it is JSON.
  private static func json(_ response: HTTPResponse) -> JSONValue? {
    let type = response["Content-Type"]?.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
    guard type?.lowercased() == "application/json" else { return nil }
    let value = response.body.withBytes {
      try? JSONValue.parse($0, maximumBytes: maximumBytes)
    }
    return value?.object == nil ? nil : value
  }

  /// Status and media type, for an answer that is no answer of Apple's.
  private static func outline(_ response: HTTPResponse) -> String {
    let type = response["Content-Type"].map { printable($0.prefix { $0 != ";" }) } ?? "no type"
    return "\(response.status) \(type), \(response.body.count) bytes"
  }

  /// A short word of the peer's without anything that could be a token or break a line.
  private static func printable(_ text: some StringProtocol) -> String {
    let plain = text.utf8.allSatisfy { byte in
      (0x61...0x7a).contains(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "/")
        || byte == UInt8(ascii: "-")
    }
    return plain && text.utf8.count <= 40 ? String(text) : "(\(text.utf8.count) bytes)"
  }
}
