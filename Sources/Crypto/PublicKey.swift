internal import COpenSSL

/// A key that verifies: EC or RSA of at least 2048 bits.
package struct PublicKey: Sendable {
  let handle: KeyHandle
  /// Which algorithm it is for.
  package let kind: KeyKind

  init(_ handle: KeyHandle) throws(CryptoError) {
    kind = try handle.kind()
    self.handle = handle
  }

  /// Reads `-----BEGIN PUBLIC KEY-----` (SubjectPublicKeyInfo, RFC 7468 §13).
  package init(pem: [UInt8]) throws(CryptoError) {
    let text = try PEMText(SecretBytes(pem))
    guard text.label == "PUBLIC KEY" else {
      throw CryptoError(.wrongKind, "the PEM block is a \"\(text.label)\", not a public key")
    }
    let key = withBIO(text.bytes) { PEM_read_bio_PUBKEY($0, nil, copenssl_no_phrase, nil) }
    guard let key else {
      let reason = CryptoError.library("read it").description
      throw CryptoError(.damaged, "the lines between BEGIN and END are no public key (\(reason))")
    }
    try self.init(KeyHandle(owning: key))
  }

  /// The key as SubjectPublicKeyInfo PEM.
  package func pem() throws(CryptoError) -> [UInt8] {
    guard let text = collectBIO({ PEM_write_bio_PUBKEY($0, handle.pointer) }) else {
      throw .library("write the public key")
    }
    return text.reveal()
  }
}
