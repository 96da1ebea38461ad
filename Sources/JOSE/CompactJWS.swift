internal import Crypto
package import JSON

/// A token in three parts (RFC 7515 §7.1), taken apart and not verified.
///
/// Only `KeySet.verify` makes something to be believed of it.
package struct CompactJWS: Sendable {
  /// The longest token that is read unless the caller says otherwise.
  package static let maximumBytes = 16_384
  private static let maximumHeader = 8_192

  /// The members of the header, as the sender wrote them.
  package let header: JSONObject
  /// The payload's bytes.
  package let payload: [UInt8]
  let signature: [UInt8]
  /// Header and payload as they were sent, which is what is signed.
  let signed: [UInt8]

  /// Takes `text` apart; it is refused when longer than `maximumBytes`.
  package init(
    _ text: some StringProtocol, maximumBytes: Int = CompactJWS.maximumBytes
  ) throws(TokenFault) {
    try self.init(bytes: Array(text.utf8), maximumBytes: maximumBytes)
  }

  /// The same for bytes as they came.
  package init(
    bytes: [UInt8], maximumBytes: Int = CompactJWS.maximumBytes
  ) throws(TokenFault) {
    guard bytes.count <= maximumBytes else {
      throw TokenFault(
        .tooLarge, "the token has \(bytes.count) bytes; at most \(maximumBytes) are read")
    }
    let dots = bytes.indices.filter { bytes[$0] == UInt8(ascii: ".") }
    guard dots.count == 2 else { throw Self.shape(bytes, dots.count) }
    let head = try Self.decode(bytes[..<dots[0]], "header")
    payload = try Self.decode(bytes[(dots[0] + 1)..<dots[1]], "payload")
    signature = try Self.decode(bytes[(dots[1] + 1)...], "signature")
    signed = Array(bytes[..<dots[1]])
    header = try Self.object(head)
  }

  private static func shape(_ bytes: [UInt8], _ dots: Int) -> TokenFault {
    if bytes.first == UInt8(ascii: "{") {
      return TokenFault(.notCompact, "the token is written as JSON; only the compact form is read")
    }
    if dots == 4 {
      return TokenFault(.encrypted, "the token is encrypted; only signed ones are read")
    }
    return TokenFault(
      .notCompact, "the token has \(dots) dots; header, payload and signature have 2 between them")
  }

  private static func decode(
    _ part: ArraySlice<UInt8>, _ name: String
  ) throws(TokenFault) -> [UInt8] {
    guard let bytes = Base64URL.decode(part) else {
      throw TokenFault(
        .notBase64URL, "the token's \(name) is not base64url without padding (RFC 7515 section 2)")
    }
    return bytes
  }

  private static func object(_ bytes: [UInt8]) throws(TokenFault) -> JSONObject {
    do throws(JSONError) {
      let value = try JSONValue.parse(bytes, maximumBytes: maximumHeader)
      if let object = value.object { return object }
    } catch {
      throw TokenFault(
        error.code == .duplicateKey ? .duplicateMember : .badHeader, "the token's header: \(error)")
    }
    throw TokenFault(.badHeader, "the token's header is no JSON object")
  }
}
