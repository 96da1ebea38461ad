internal import CredentialCore
internal import CredentialProviders
internal import CredentialSandbox
internal import Crypto
internal import Linux
internal import Support

/// A stand-in and providers that are to be tested before it, each with one thing changed.
struct ProbeScene {
  let folder = TemporaryFolder()
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox(
      settings: SandboxSettings(
        directory: folder.file("sandbox"), clients: ["com.example.app", "com.example.web"]),
      clock: { WallClock.milliseconds() })
  }

  /// The report of a test of a provider with these keys changed, whose clock is so far ahead.
  func report(
    kind: String = "sandbox", ahead: Duration = .zero,
    _ changes: [(String, ConfigurationNode.Content)] = []
  ) async throws -> ProbeReport {
    var values: [(String, ConfigurationNode.Content)] = [
      ("team_id", .text(sandbox.settings.team)), ("key_id", .text(sandbox.settings.keyID)),
      ("key_file", .text(sandbox.files.signingKey(sandbox.settings.keyID))),
      ("clients", .list([AppleStage.node(.text("com.example.app"))])),
      ("endpoint", .text(sandbox.url)), ("ca_file", .text(sandbox.files.authority)),
    ]
    for (key, value) in changes {
      values.removeAll { $0.0 == key }
      values.append((key, value))
    }
    let provider = try AppleStage.provider(kind: kind, values, ahead: ahead)
    defer { provider.looker.close() }
    guard let prober = provider.prober else { throw AppleStage.Refused(faults: []) }
    return await prober.probe()
  }

  /// An nginx that answers with `locations`, under a certificate of an authority in `other.pem`.
  func front(_ locations: String) throws -> Nginx {
    let now = WallClock.milliseconds() / 1000
    let authority = try CertificateAuthority(commonName: "other", now: now, days: 1)
    let key = try PrivateKey.generateP256()
    let certificate = try authority.issue(
      for: key, names: ["localhost"], addresses: ["127.0.0.1"], now: now, days: 1)
    folder.write("other.pem", authority.certificate)
    return try Nginx(
      certificate: certificate, key: try key.pem().revealText() ?? "", locations: locations)
  }

  /// The changes that lead to `nginx`.
  func to(_ nginx: Nginx) -> [(String, ConfigurationNode.Content)] {
    [
      ("endpoint", .text("https://127.0.0.1:\(nginx.port)")),
      ("ca_file", .text(folder.file("other.pem"))), ("http2", .boolean(false)),
    ]
  }

  static func clients(_ ids: String...) -> (String, ConfigurationNode.Content) {
    ("clients", .list(ids.map { AppleStage.node(.text($0)) }))
  }
}
