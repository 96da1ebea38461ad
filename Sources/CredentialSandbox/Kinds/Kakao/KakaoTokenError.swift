internal import JSON

/// The errors of `kauth`: OAuth's code, a text and a code of Kakao's own.
enum KakaoTokenError: String {
  /// The client secret is wrong.
  case badSecret = "KOE010"
  /// No such REST API key.
  case unknownKey = "KOE101"
  /// Too many tokens were asked for.
  case tooMany = "KOE237"
  /// The redirect address is another.
  case redirectMismatch = "KOE303"
  /// The code was used, has expired or is nobody's.
  case badCode = "KOE320"
  /// The refresh token has expired or is nobody's.
  case badRefreshToken = "KOE322"

  /// The answer; the log has Kakao's code.
  func outcome(_ reason: String) -> Outcome {
    let (status, error, text) = parts
    let body: JSONValue = [
      "error": .string(error), "error_description": .string(text),
      "error_code": .string(rawValue),
    ]
    return .answered(status, body, rawValue, reason)
  }

  private var parts: (status: Int, error: String, text: String) {
    switch self {
    case .badSecret: (401, "invalid_client", "Bad client credentials")
    case .unknownKey: (401, "invalid_client", "Not exist client_id")
    case .tooMany: (429, "invalid_request", "token request rate limit exceeded")
    case .redirectMismatch: (400, "invalid_grant", "Redirect URI mismatch.")
    case .badCode: (400, "invalid_grant", "authorization code not found")
    case .badRefreshToken: (400, "invalid_grant", "expired_or_invalid_refresh_token")
    }
  }
}
