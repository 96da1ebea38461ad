internal import COpenSSL

/// The one owner of an X.509 certificate that is being put together.
final class CertificateDraft {
  private let pointer: OpaquePointer

  /// Starts a certificate with a random serial number; it is valid from an hour before `now`, so
  /// that a peer whose clock is a little behind accepts it.
  init(now: Int64, days: Int64) throws(CryptoError) {
    guard let pointer = X509_new() else { throw .library("make a certificate") }
    self.pointer = pointer
    let serial = randomBytes(8).reduce(0) { $0 << 8 | UInt64($1) } >> 1 | 1
    guard X509_set_version(pointer, 2) == 1,
      ASN1_INTEGER_set_uint64(X509_get_serialNumber(pointer), serial) == 1,
      ASN1_TIME_set(X509_getm_notBefore(pointer), Int(now - 3_600)) != nil,
      ASN1_TIME_set(X509_getm_notAfter(pointer), Int(now + days * 86_400)) != nil
    else { throw .library("date a certificate") }
  }

  /// Reads a finished certificate, to sign others in its name.
  init(pem: String) throws(CryptoError) {
    let read = withBIO(SecretBytes(utf8: pem)) { PEM_read_bio_X509($0, nil, nil, nil) }
    guard let read else { throw .library("read a certificate") }
    pointer = read
  }

  deinit { X509_free(pointer) }

  /// Sets the common name.
  func setSubject(_ commonName: String) throws(CryptoError) {
    let bytes = Array(commonName.utf8)
    guard
      X509_NAME_add_entry_by_txt(
        X509_get_subject_name(pointer), "CN", MBSTRING_UTF8, bytes, Int32(bytes.count), -1, 0) == 1
    else { throw .library("name a certificate") }
  }

  /// Takes the issuer's name from `issuer`'s subject.
  func setIssuer(_ issuer: CertificateDraft) throws(CryptoError) {
    guard X509_set_issuer_name(pointer, X509_get_subject_name(issuer.pointer)) == 1 else {
      throw .library("name the issuer of a certificate")
    }
  }

  /// Sets the public half of `key`.
  func setKey(_ key: PrivateKey) throws(CryptoError) {
    guard X509_set_pubkey(pointer, key.handle.pointer) == 1 else {
      throw .library("put a key into a certificate")
    }
  }

  /// Adds an extension in the notation of x509v3_config(5).
  func add(
    _ kind: Int32, _ value: String, issuer: CertificateDraft? = nil
  ) throws(CryptoError) {
    var context = X509V3_CTX()
    X509V3_set_ctx(&context, (issuer ?? self).pointer, pointer, nil, nil, 0)
    guard let item = X509V3_EXT_conf_nid(nil, &context, kind, value) else {
      throw .library("make a certificate extension")
    }
    defer { X509_EXTENSION_free(item) }
    guard X509_add_ext(pointer, item, -1) == 1 else {
      throw .library("add a certificate extension")
    }
  }

  /// Signs with SHA-256.
  func sign(with key: PrivateKey) throws(CryptoError) {
    guard X509_sign(pointer, key.handle.pointer, EVP_sha256()) > 0 else {
      throw .library("sign a certificate")
    }
  }

  /// The certificate as PEM.
  func pem() throws(CryptoError) -> String {
    guard let text = collectBIO({ PEM_write_bio_X509($0, pointer) })?.revealText() else {
      throw .library("write a certificate")
    }
    return text
  }
}
