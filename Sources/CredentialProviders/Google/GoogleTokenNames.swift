internal import CredentialCore
internal import Crypto
internal import JSON

/// What Google calls a refresh token by in an event about one token: its first sixteen characters, or
/// its SHA-512 twice over in base64.
///
/// Source: Google's page on Cross-Account Protection. It does not say whether the inner hash is hashed
/// as bytes or as text, so either is known.
enum GoogleTokenNames {
  private static let prefix = "prefix"
  private static let hash = "hash_base64_sha512_sha512"
  private static let prefixLength = 16

  /// Every name that a token may have.
  static func names(of token: Secret) -> [TokenName] {
    let bytes = token.withBytes { Array($0) }
    guard bytes.count > prefixLength else { return [] }
    let inner = SHA512.hash(bytes)
    let text = Base64URL.encode(inner)
    let outer = [inner, Array(Self.standard(text, of: inner).utf8)].map { SHA512.hash($0) }
    let start = String(decoding: bytes.prefix(prefixLength), as: UTF8.self)
    return [TokenName("\(prefix) \(start)")]
      + outer.map { TokenName("\(hash) \(Base64URL.encode($0))") }
  }

  /// The name that an event gives; nil when it is of another sort.
  static func name(_ sort: String, _ value: String) -> TokenName? {
    switch sort {
    case prefix where value.utf8.count == prefixLength: TokenName("\(prefix) \(value)")
    case hash: bytes(value).map { TokenName("\(hash) \(Base64URL.encode($0))") }
    default: nil
    }
  }

  /// The bytes of base64, in the standard alphabet or that of addresses.
  private static func bytes(_ value: String) -> [UInt8]? {
    let text = value.utf8.prefix { $0 != UInt8(ascii: "=") }.map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
    let bytes = Base64URL.decode(String(decoding: text, as: UTF8.self))
    return bytes?.count == SHA512.byteCount ? bytes : nil
  }

  /// Base64 in the standard alphabet, with its padding.
  private static func standard(_ text: String, of bytes: [UInt8]) -> String {
    let letters = text.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
    let padding = String(repeating: "=", count: (3 - bytes.count % 3) % 3)
    return String(decoding: letters, as: UTF8.self) + padding
  }
}

extension PushedEvent {
  /// What the event calls a refresh token by, in its subject or beside it; nil when it names none.
  var tokenName: TokenName? {
    let place = members["subject"]?.object ?? members
    guard let sort = place["token_identifier_alg"]?.string, let value = place["token"]?.string,
      (place["token_type"]?.string ?? "refresh_token") == "refresh_token"
    else { return nil }
    return GoogleTokenNames.name(sort, value)
  }
}
