internal import CredentialCore
internal import HTTP
internal import JSON

/// The access token in the answer to a refresh (RFC 6749 §5.1), read only when somebody waits for it.
enum IssuedAccess {
  /// No longer token is taken; a life that is longer than this is none that is meant.
  private static let (longest, longestLife) = (16_384, Int64(366 * 86_400))

  /// The token that `response` gives for `look`; nil when there is none that could be sent in a header.
  static func found(in response: HTTPResponse, for look: Look) -> AccessToken? {
    guard (200...299).contains(response.status), let json = OAuthAnswer(response).json,
      let text = json["access_token"]?.string
    else { return nil }
    let token = Array(text.utf8)
    guard (1...longest).contains(token.count), token.allSatisfy({ (0x21...0x7e).contains($0) })
    else { return nil }
    return AccessToken(Secret(token), of: look, life: life(json["expires_in"]))
  }

  /// A number of seconds; some servers write it as a text.
  private static func life(_ value: JSONValue?) -> Duration? {
    guard let seconds = value?.integer ?? value?.string.flatMap({ Int64($0) }),
      (1...longestLife).contains(seconds)
    else { return nil }
    return .seconds(seconds)
  }
}
