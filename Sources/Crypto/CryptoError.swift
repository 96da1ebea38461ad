internal import COpenSSL

/// Why a key, a signature or sealed bytes could not be used. It never holds any of them.
package struct CryptoError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, as a closed set.
  package enum Code: String, Sendable {
    /// There are no bytes.
    case empty
    /// The text is no PEM block, or not one of a key.
    case notPEM
    /// The PEM block is damaged.
    case damaged
    /// The key needs a pass phrase.
    case encrypted
    /// A key of another kind than asked for.
    case wrongKind
    /// A key too short to be safe.
    case weak
    /// A length that the operation does not allow.
    case length
    /// Sealed bytes that this key and additional data do not open.
    case notAuthentic
    /// A failure inside the library.
    case library
  }

  /// What is wrong.
  package let code: Code
  /// What is wrong and what to do, for people.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }

  /// The library's own reason, without data; empties its queue.
  static func library(_ action: String) -> CryptoError {
    var last: UInt = 0
    while case let code = ERR_get_error(), code != 0 { last = code }
    let reason = ERR_reason_error_string(last).map { String(cString: $0) } ?? "no reason given"
    return CryptoError(.library, "OpenSSL could not \(action): \(reason)")
  }
}
