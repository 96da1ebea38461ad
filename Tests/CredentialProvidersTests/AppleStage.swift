internal import CredentialCore
internal import CredentialProviders
internal import CredentialSandbox
internal import Crypto
internal import Linux
internal import Support

/// A provider of kind `apple` or `sandbox` before a running stand-in, directly or through nginx.
final class AppleStage: Sendable {
  static let clients = ["com.example.app", "com.example.web"]
  static let start = Moment(milliseconds: WallClock.milliseconds())

  let sandbox: Sandbox
  let stage: ProviderStage
  private let folder: TemporaryFolder
  private let nginx: Nginx?

  init(kind: String, throughNginx: Bool = false, settings more: [(String, String)] = []) throws {
    let folder = TemporaryFolder()
    let sandbox = try Sandbox(
      settings: SandboxSettings(directory: folder.file("sandbox"), clients: Self.clients),
      clock: { WallClock.milliseconds() })
    let front = throughNginx ? try Self.front(sandbox, folder) : nil
    nginx = front
    var values: [(String, ConfigurationNode.Content)] = [
      ("team_id", .text(sandbox.settings.team)), ("key_id", .text(sandbox.settings.keyID)),
      ("key_file", .text(sandbox.files.signingKey(sandbox.settings.keyID))),
      ("clients", .list(Self.clients.map { Self.node(.text($0)) })),
      ("endpoint", .text(front.map { "https://127.0.0.1:\($0.port)" } ?? sandbox.url)),
      ("ca_file", .text(front == nil ? sandbox.files.authority : folder.file("front.pem"))),
      ("in_flight", .integer(100)),
    ]
    values += more.map { ($0.0, .text($0.1)) }
    let provider = try Self.provider(kind: kind, values)
    self.folder = folder
    self.sandbox = sandbox
    stage = ProviderStage(
      provider: provider,
      alive: { try Self.look(sandbox, "user.\($0)", Self.clients[$0 % 2]) },
      dead: {
        let look = try Self.look(sandbox, "user.revoked", Self.clients[0])
        try sandbox.revoke("user.revoked")
        return look
      }, requests: { sandbox.log().count })
  }

  /// Ends provider and stand-in.
  func stop() async {
    stage.provider.looker.close()
    await sandbox.stop()
  }

  /// A look at a fresh token of `subject`.
  static func look(_ sandbox: Sandbox, _ subject: String, _ client: String) throws -> Look {
    let token = try sandbox.addUser(subject, client: client)
    return try AppleAnswers.look(subject: subject, client: client, token: token)
  }

  /// Reads a section and makes its provider; throws the faults.
  static func provider(
    kind: String, _ values: [(String, ConfigurationNode.Content)], credentials: String? = nil,
    ahead: Duration = .zero
  ) throws -> Provider {
    let faults = ConfigurationFaults()
    let members = values.map {
      ConfigurationNode.Member(key: $0.0, position: position, node: node($0.1))
    }
    var section = Section(node(.table(members)), name: "provider.test", faults: faults)
    let context = ProviderContext(
      name: try ProviderName("test"), mode: .enforce, credentialsDirectory: credentials,
      userAgent: "credstate-test/1", now: { Moment(milliseconds: WallClock.milliseconds()) + ahead }
    )
    let maker = ProviderRegistry.kinds.first { $0.name == kind }?.read(&section, context)
    section.finish()
    guard faults.all.isEmpty, let maker else { throw Refused(faults: faults.all) }
    return maker()
  }

  /// The faults of a section.
  struct Refused: Error {
    let faults: [ConfigurationFault]
  }

  static let position = SourcePosition(file: "test.toml", line: 1, column: 1)

  static func node(_ content: ConfigurationNode.Content) -> ConfigurationNode {
    ConfigurationNode(content, at: position)
  }

  /// nginx with HTTP/2 before the stand-in; it refuses HTTP/1.1, so that the test proves HTTP/2.
  private static func front(_ sandbox: Sandbox, _ folder: TemporaryFolder) throws -> Nginx {
    let now = WallClock.milliseconds() / 1000
    let authority = try CertificateAuthority(commonName: "front", now: now, days: 1)
    let key = try PrivateKey.generateP256()
    let certificate = try authority.issue(
      for: key, names: ["localhost"], addresses: ["127.0.0.1"], now: now, days: 1)
    folder.write("front.pem", authority.certificate)
    return try Nginx(
      certificate: certificate, key: try key.pem().revealText() ?? "",
      locations: """
        location / {
          if ($server_protocol != "HTTP/2.0") { return 505; }
          proxy_pass \(sandbox.url); proxy_http_version 1.1; proxy_ssl_verify off;
        }
        """)
  }
}
