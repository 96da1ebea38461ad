internal import Crypto
internal import JSON

/// What may be kept of a text value.
enum TextRedaction {
  /// Of an error its code, of a description its known words, of a token the names of its claims; of
  /// all else the length.
  static func shape(of text: String, called name: String) -> String {
    switch name {
    case "error", "error_subtype", "suberror": code(text)
    case "error_description", "message", "msg": description(text)
    case "token_type": text.lowercased() == "bearer" ? "bearer" : length(text)
    default: token(text) ?? length(text)
    }
  }

  private static func length(_ text: String) -> String { "text, \(text.utf8.count) bytes" }

  /// A code is lower-case words joined by underscores, of which half at least are known.
  private static func code(_ text: String) -> String {
    let words = text.split(separator: "_", omittingEmptySubsequences: false)
    let isCode =
      text.utf8.count <= 40 && words.count <= 6
      && words.allSatisfy { (1...16).contains($0.utf8.count) && isLowerCase($0) }
      && words.count { known.contains(String($0)) } * 2 >= words.count
    return isCode ? text : length(text)
  }

  private static func isLowerCase(_ word: Substring) -> Bool {
    word.utf8.allSatisfy { (0x61...0x7a).contains($0) }
  }

  private static func description(_ text: String) -> String {
    let words = text.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    let kept = words.prefix(40).map { known.contains(String($0)) ? String($0) : "..." }
    return "\(length(text)): \(kept.joined(separator: " "))"
  }

  /// A JWT is told by the names of its claims that are known.
  private static func token(_ text: String) -> String? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(parts[1]),
      let claims = try? JSONValue.parse(payload, maximumBytes: OAuthAnswer.maximumBytes).object
    else { return nil }
    let names = claims.keys.filter(Self.claims.contains).sorted()
    return "JWT, \(text.utf8.count) bytes, \(claims.members.count) claims: "
      + names.joined(separator: " ")
  }

  private static let claims: Set = [
    "iss", "aud", "sub", "exp", "iat", "nonce", "nonce_supported", "email", "email_verified",
    "is_private_email", "real_user_status", "transfer_sub", "auth_time", "at_hash", "c_hash",
  ]

  /// Words of error codes and their descriptions.
  private static let known: Set = [
    "a", "access", "account", "already", "an", "and", "application", "are", "at", "auth",
    "authentication", "authorization", "authorized", "bad", "be", "been", "blocked", "by", "cannot",
    "client", "code", "configured", "consent", "credentials", "deleted", "denied", "description",
    "disabled", "does", "error", "exist", "expired", "failed", "for", "found", "from", "grant",
    "has", "have", "id", "in", "inactive", "incorrect", "internal", "invalid", "is", "issued",
    "limit", "login", "malformed", "match", "mismatch", "missing", "no", "not", "of", "on", "or",
    "parameter", "password", "permission", "please", "policy", "provided", "quota", "rate",
    "refresh", "refused", "request", "required", "revoked", "scope", "secret", "server", "session",
    "signature", "slow", "suspended", "temporarily", "that", "the", "this", "to", "token", "too",
    "try", "type", "unauthorized", "unavailable", "unknown", "unsupported", "used", "user", "was",
    "with", "wrong",
  ]
}
