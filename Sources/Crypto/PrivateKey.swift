internal import COpenSSL

/// A key that signs: EC (an Apple `.p8`) or RSA. It cannot be printed.
package struct PrivateKey: Sendable {
  let handle: KeyHandle
  /// Which algorithm it is for.
  package let kind: KeyKind

  init(_ handle: KeyHandle) throws(CryptoError) {
    kind = try handle.kind()
    self.handle = handle
  }

  /// Reads an unencrypted PEM key (PKCS#8, RFC 5958, or the older EC and RSA forms).
  ///
  /// Line ends may be LF, CRLF or CR, the last may be missing, blanks and blank lines do not
  /// matter. The error says what is wrong with the text.
  package init(pem: SecretBytes) throws(CryptoError) {
    let text = try PEMText(pem)
    try Self.check(label: text.label)
    let key = withBIO(text.bytes) { PEM_read_bio_PrivateKey($0, nil, copenssl_no_phrase, nil) }
    guard let key else {
      let reason = CryptoError.library("read it").description
      throw CryptoError(
        .damaged, "the lines between BEGIN and END are no private key (\(reason)); copy it again")
    }
    try self.init(KeyHandle(owning: key))
  }

  /// Makes a new EC key on P-256.
  package static func generateP256() throws(CryptoError) -> PrivateKey { try generate(.p256) }

  /// Makes a new EC key.
  package static func generate(_ curve: EllipticCurve) throws(CryptoError) -> PrivateKey {
    guard let key = copenssl_generate_ec(curve.groupName) else { throw .library("make an EC key") }
    return try PrivateKey(KeyHandle(owning: key))
  }

  /// Makes a new RSA key of `bits` bits, at least 2048.
  package static func generateRSA(bits: Int = 2048) throws(CryptoError) -> PrivateKey {
    guard let key = copenssl_generate_rsa(UInt32(bits)) else { throw .library("make an RSA key") }
    return try PrivateKey(KeyHandle(owning: key))
  }

  /// The key as PKCS#8 PEM, unencrypted.
  package func pem() throws(CryptoError) -> SecretBytes {
    let text = collectBIO { bio in
      PEM_write_bio_PKCS8PrivateKey(bio, handle.pointer, nil, nil, 0, nil, nil)
    }
    guard let text else { throw .library("write the key") }
    return text
  }

  /// The public half.
  package func publicKey() throws(CryptoError) -> PublicKey {
    guard let text = collectBIO({ PEM_write_bio_PUBKEY($0, handle.pointer) }) else {
      throw .library("write the public key")
    }
    return try PublicKey(pem: text.reveal())
  }

  private static func check(label: String) throws(CryptoError) {
    switch label {
    case "PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY": return
    case "ENCRYPTED PRIVATE KEY":
      throw CryptoError(.encrypted, "the key needs a pass phrase; give it unencrypted (PKCS#8)")
    default:
      throw CryptoError(.wrongKind, "the PEM block is a \"\(label)\", not a private key")
    }
  }
}

extension PrivateKey: CustomStringConvertible, CustomReflectable {
  /// The kind and nothing else.
  package var description: String { "<private key, \(kind)>" }
  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
