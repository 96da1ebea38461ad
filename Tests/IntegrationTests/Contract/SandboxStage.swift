internal import CredentialCore
internal import CredentialProviders
internal import JSON
internal import Linux
internal import Support
internal import Testing

/// A provider of any kind that `credstate-sandbox` speaks, before the built program, over HTTPS.
final class SandboxStage: Sendable {
  /// A kind and what its section says beyond the common keys.
  struct Kind: Sendable, CustomTestStringConvertible {
    /// The kind of the sandbox and of the provider.
    let name: String
    /// How the provider looks, where the kind has a choice.
    var look: String?
    /// What looks cost and lead to.
    var costs = ProviderStage.Costs()

    var testDescription: String { look.map { "\(name), by \($0)" } ?? name }

    /// A kind whose looks are one request each.
    init(_ name: String, look: String? = nil, costs: ProviderStage.Costs = .init()) {
      (self.name, self.look, self.costs) = (name, look, costs)
    }
  }

  /// Every kind that asks a service over HTTPS.
  static let kinds: [Kind] = [
    Kind("apple"), Kind("oidc"), Kind("oidc", look: "introspection"), Kind("introspection"),
    Kind("google"), Kind("github"),
    // Two canaries go with the first list; who is left out of it is asked about alone.
    Kind("kakao", costs: .init(reason: .notLinked, forty: 1, death: 2)),
  ]

  static let client = "Iv1.0123456789abcdef"
  static let app = "100001"
  static let start = Moment(milliseconds: WallClock.milliseconds())

  let stage: ProviderStage
  /// The program that is asked.
  let sandbox: RunningProgram
  /// Its users.
  let desk: ProviderDesk
  private let folder: TemporaryFolder

  /// Starts the program; without `trusts` only the authorities of the system are trusted.
  init(_ kind: Kind, trusts: Bool = true) async throws {
    let folder = TemporaryFolder()
    let options = ["--directory", folder.file("sandbox"), "--client", Self.client]
    let sandbox = try RunningProgram("credstate-sandbox", ["serve", "--kind", kind.name] + options)
    let line = try await sandbox.log.line(with: "\"ready\"")
    let ready = try JSONValue.parse(Array(line.utf8), maximumBytes: 8192)
    let desk = try ProviderDesk(socket: folder.file("sandbox/control.sock"))
    var values = try SandboxSection.values(kind, ready)
    if trusts { values.append(("ca_file", .text(folder.file("sandbox/ca.pem")))) }
    let client = kind.name == "kakao" ? Self.app : Self.client
    let hasNumbers = ["kakao", "github"].contains(kind.name)
    if kind.name == "kakao" { _ = try desk.add(Self.canaries) }
    let provider = try SandboxSection.provider(kind: kind.name, values)
    (self.folder, self.sandbox, self.desk) = (folder, sandbox, desk)
    stage = ProviderStage(
      provider: provider,
      alive: { try Self.look(desk, hasNumbers ? "\(1001 + $0)" : "user.\($0)", client) },
      dead: {
        let look = try Self.look(desk, hasNumbers ? "7" : "user.gone", client)
        try desk.revoke(look.credential.subject.text)
        return look
      }, requests: { Self.requests(folder) }, costs: kind.costs)
  }

  /// Ends provider and program.
  func stop() async throws {
    stage.provider.looker.close()
    try await sandbox.stop()
  }

  /// A look at the fresh token of a user.
  static func look(_ desk: ProviderDesk, _ subject: String, _ client: String) throws -> Look {
    let token = try desk.add([subject]).first ?? ""
    return Look(
      credential: CredentialID(
        provider: try ProviderName("test"), subject: try Subject(subject)),
      client: try ClientID(client), epoch: Epoch(1), token: Secret(Array(token.utf8)),
      purpose: .scheduled, claimed: start)
  }

  static let canaries = ["9001", "9002"]

  /// What was asked, but for metadata and keys.
  private static func requests(_ folder: TemporaryFolder) -> Int {
    String(decoding: folder.read("sandbox/requests.log") ?? [], as: UTF8.self)
      .split(separator: "\n").count { !$0.contains("/.well-known/") }
  }
}
