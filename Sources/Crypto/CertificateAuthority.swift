internal import COpenSSL

/// A certificate authority made for one test bed: it signs certificates for local servers.
package struct CertificateAuthority: Sendable {
  /// The authority's own certificate as PEM, for its clients to trust.
  package let certificate: String
  private let key: PrivateKey

  /// Makes an authority called `commonName`, valid for `days` from `now` (seconds since 1970).
  package init(commonName: String, now: Int64, days: Int64) throws(CryptoError) {
    key = try .generateP256()
    let draft = try CertificateDraft(now: now, days: days)
    try draft.setSubject(commonName)
    try draft.setIssuer(draft)
    try draft.setKey(key)
    try draft.add(NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
    try draft.add(NID_key_usage, "critical,keyCertSign,cRLSign")
    try draft.add(NID_subject_key_identifier, "hash")
    try draft.sign(with: key)
    certificate = try draft.pem()
  }

  /// Signs a server certificate for host names and numeric addresses (RFC 5280 §4.2.1.6).
  ///
  /// The first name becomes the common name. Returns the certificate as PEM.
  package func issue(
    for server: PrivateKey, names: [String], addresses: [String], now: Int64, days: Int64
  ) throws(CryptoError) -> String {
    let draft = try CertificateDraft(now: now, days: days)
    try draft.setSubject(names.first ?? addresses.first ?? "server")
    let issuer = try CertificateDraft(pem: certificate)
    try draft.setIssuer(issuer)
    try draft.setKey(server)
    try draft.add(NID_basic_constraints, "critical,CA:FALSE")
    try draft.add(NID_key_usage, "critical,digitalSignature")
    try draft.add(NID_ext_key_usage, "serverAuth,clientAuth")
    try draft.add(NID_subject_key_identifier, "hash")
    try draft.add(NID_authority_key_identifier, "keyid:always", issuer: issuer)
    try draft.add(NID_subject_alt_name, Self.alternatives(names, addresses))
    try draft.sign(with: key)
    return try draft.pem()
  }

  private static func alternatives(
    _ names: [String], _ addresses: [String]
  ) throws(CryptoError) -> String {
    let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:*".utf8)
    for text in names + addresses where text.isEmpty || !text.utf8.allSatisfy(letters.contains) {
      throw CryptoError(.damaged, "\"\(text)\" is neither a host name nor a numeric address")
    }
    return (names.map { "DNS:\($0)" } + addresses.map { "IP:\($0)" }).joined(separator: ",")
  }
}
