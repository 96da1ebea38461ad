package import JSON

/// The claims of a token (RFC 7519 §4), read but not judged; `ClaimRules` judges them.
package struct ClaimSet: Sendable, Equatable {
  /// All claims as they were written.
  package let members: JSONObject

  /// Reads the claims of a token whose signature was verified.
  package init(_ token: VerifiedJWS) throws(TokenFault) { try self.init(payload: token.payload) }

  /// Reads the claims of a token that came straight from its issuer over verified TLS, which OpenID
  /// Connect Core §3.1.3.7 item 6 lets stand for the signature. For no other token.
  package init(fromIssuerOverTLS token: CompactJWS) throws(TokenFault) {
    try self.init(payload: token.payload)
  }

  private init(payload: [UInt8]) throws(TokenFault) {
    var value = JSONValue.null
    do throws(JSONError) {
      value = try JSONValue.parse(payload, maximumBytes: payload.count)
    } catch {
      throw TokenFault(
        error.code == .duplicateKey ? .duplicateMember : .badClaims, "the token's claims: \(error)")
    }
    guard let object = value.object else {
      throw TokenFault(.badClaims, "the token's payload is no JSON object")
    }
    members = object
  }

  /// The claim called `name`, nil when it is absent.
  package subscript(name: String) -> JSONValue? { members[name] }
}

extension ClaimSet {
  /// The text called `name`, nil when absent; anything but a text is a fault.
  package func text(_ name: String) throws(TokenFault) -> String? {
    guard let value = members[name] else { return nil }
    guard let text = value.string else {
      throw TokenFault(.badClaim, "\(name) of the token is no text")
    }
    return text
  }

  /// A truth value that may be written as a boolean or as the text "true" or "false", as Apple has
  /// done both; nil when absent.
  package func flag(_ name: String) throws(TokenFault) -> Bool? {
    switch members[name] {
    case nil: return nil
    case .bool(let truth)?: return truth
    case .string("true")?: return true
    case .string("false")?: return false
    default:
      throw TokenFault(
        .badFlag, "\(name) of the token is neither true, false nor the text of either")
    }
  }

  /// A time in seconds since 1970, its fraction cut off (NumericDate, RFC 7519 §2); nil when absent.
  package func time(_ name: String) throws(TokenFault) -> Int64? {
    guard let value = members[name] else { return nil }
    let latest = 253_402_300_799.0
    guard let number = value.number, (0...latest).contains(number) else {
      throw TokenFault(.badTime, "\(name) of the token is no number of seconds since 1970")
    }
    return Int64(number)
  }

  /// Whom the token is for: one text or a list of texts (RFC 7519 §4.1.3).
  package func audience() throws(TokenFault) -> [String] {
    switch members["aud"] {
    case .string(let one)?: return [one]
    case .array(let values)? where !values.isEmpty:
      let texts = values.compactMap(\.string)
      if texts.count == values.count { return texts }
    default: break
    }
    throw TokenFault(.wrongAudience, "aud of the token is neither a text nor a list of texts")
  }

  /// Whom the token is about: 1 to 255 bytes without control characters, else a fault.
  package func subject() throws(TokenFault) -> String {
    guard let text = members["sub"]?.string else {
      throw TokenFault(.badSubject, "sub of the token is missing or no text")
    }
    let isPlain = text.unicodeScalars.allSatisfy {
      $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)
    }
    guard isPlain, (1...255).contains(text.utf8.count) else {
      throw TokenFault(
        .badSubject, "sub of the token is empty, longer than 255 bytes or has control characters")
    }
    return text
  }
}
