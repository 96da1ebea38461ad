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
  /// What clients of the team that a transfer gives the app to sign with.
  let receivingKey: SecretBytes
  let secrets: SandboxSecrets
  let keys: KeyRing
  let service: any ProviderService

  /// Writes what clients and the service under test need.
  func write(to files: SandboxFiles, _ settings: SandboxSettings) throws(SandboxError) {
    try SandboxFiles.write(Array(authority.utf8), to: files.authority, mode: 0o644)
    let keyID = settings.keyID
    try SandboxFiles.write(signingKey.reveal(), to: files.signingKey(keyID), mode: 0o600)
    if settings.kind == .apple {
      let path = files.signingKey(settings.receivingKeyID)
      try SandboxFiles.write(receivingKey.reveal(), to: path, mode: 0o600)
    }
    for (text, path) in [
      (secrets.certificate, files.clientCertificate),
      (secrets.client, files.clientSecret), (secrets.admin, files.adminKey),
      (secrets.push, files.pushSecret),
    ] { try SandboxFiles.write(Array(text.utf8), to: path, mode: 0o600) }
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
      let receiving = try PrivateKey.generateP256()
      let secrets = SandboxSecrets(
        clientKey: try signing.publicKey(), receivingKey: try receiving.publicKey(),
        certificate: try authority.issue(
          for: signing, names: ["client"], addresses: [], now: now, days: SandboxMaterial.days))
      return SandboxMaterial(
        authority: authority.certificate, certificate: certificate,
        key: try server.pem().revealText() ?? "", signingKey: try signing.pem(),
        receivingKey: try receiving.pem(), secrets: secrets, keys: try KeyRing(settings.algorithm),
        service: try settings.service(secrets))
    } catch {
      throw SandboxError(.system, "cannot make keys and certificates: \(error)")
    }
  }
}
