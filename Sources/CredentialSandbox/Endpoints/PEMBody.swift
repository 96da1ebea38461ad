internal import Crypto

/// What stands between the lines of a PEM text (RFC 7468).
enum PEMBody {
  /// Its bytes; nil when it is no PEM.
  static func bytes(of text: String) -> [UInt8]? {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("-----") }
    return base64(lines.joined())
  }

  /// Decodes the usual alphabet of base64, with or without its padding (RFC 4648 §4).
  static func base64(_ text: String) -> [UInt8]? {
    let other = text.filter { $0 != "=" && $0 != " " }
      .map { $0 == "+" ? Character("-") : $0 == "/" ? Character("_") : $0 }
    return Base64URL.decode(String(other))
  }
}
