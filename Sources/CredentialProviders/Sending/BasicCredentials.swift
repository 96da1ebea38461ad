internal import Crypto

/// The value of an `Authorization` field for a name and a secret (RFC 7617 §2).
enum BasicCredentials {
  /// `Basic` and the pair in base64; the name must hold no colon.
  static func value(name: some Sequence<UInt8>, secret: some Sequence<UInt8>) -> String {
    let pair = Array(name) + [UInt8(ascii: ":")] + Array(secret)
    let text = Base64URL.encode(pair).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
    let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
    return "Basic " + String(text) + padding
  }
}
