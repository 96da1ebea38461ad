internal import COpenSSL

/// The hash of a signature.
enum SignedHash: Int32 {
  case sha256 = 32
  case sha384 = 48
  case sha512 = 64

  // Safe: fetched once and never changed or freed; looking one up costs as much as a short message.
  private nonisolated(unsafe) static let fetched = [
    EVP_MD_fetch(nil, "SHA2-256", nil), EVP_MD_fetch(nil, "SHA2-384", nil),
    EVP_MD_fetch(nil, "SHA2-512", nil),
  ]

  /// The library's algorithm.
  var digest: OpaquePointer? {
    switch self {
    case .sha256: Self.fetched[0]
    case .sha384: Self.fetched[1]
    case .sha512: Self.fetched[2]
    }
  }

  /// The hash of `message`, nil when the library fails.
  func of(_ message: [UInt8]) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: Int(rawValue))
    return EVP_Digest(message, message.count, &bytes, nil, digest, nil) == 1 ? bytes : nil
  }
}
