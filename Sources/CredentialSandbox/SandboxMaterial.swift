internal import Crypto
internal import JOSE

/// The keys and certificates of one sandbox, made anew at each start.
struct SandboxMaterial: Sendable {
  /// How long certificates are valid, in days.
  static let days: Int64 = 365

  let authority: String
  let certificate: String
  let key: String
  /// What clients sign with.
  let signingKey: SecretBytes
  /// What clients that have a secret know.
  let clientSecret: String
  let keys: KeyRing
  let service: any ProviderService

  /// Writes what clients and the service under test need.
  func write(to files: SandboxFiles, keyID: String) throws(SandboxError) {
    try SandboxFiles.write(Array(authority.utf8), to: files.authority, mode: 0o644)
    try SandboxFiles.write(signingKey.reveal(), to: files.signingKey(keyID), mode: 0o600)
    try SandboxFiles.write(Array(clientSecret.utf8), to: files.clientSecret, mode: 0o600)
  }
}

extension Sandbox {
  /// Makes everything that is random.
  static func material(
    _ settings: SandboxSettings, now: Int64
  ) throws(SandboxError) -> SandboxMaterial {
    do {
      let authority = try CertificateAuthority(
        commonName: "credstate-sandbox", now: now, days: SandboxMaterial.days)
      let server = try PrivateKey.generateP256()
      let certificate = try authority.issue(
        for: server, names: ["localhost"] + settings.names, addresses: ["127.0.0.1", "::1"],
        now: now, days: SandboxMaterial.days)
      let signing = try PrivateKey.generateP256()
      let secret = Base64URL.encode(randomBytes(24))
      return SandboxMaterial(
        authority: authority.certificate, certificate: certificate,
        key: try server.pem().revealText() ?? "", signingKey: try signing.pem(),
        clientSecret: secret, keys: try KeyRing(settings.algorithm),
        service: try settings.service(clientKey: signing.publicKey(), clientSecret: secret))
    } catch {
      throw SandboxError(.system, "cannot make keys and certificates: \(error)")
    }
  }
}
