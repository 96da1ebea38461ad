internal import CredentialCore
internal import CredentialProviders
internal import JSON
internal import Linux

/// The section of a provider that asks a running `credstate-sandbox`.
enum SandboxSection {
  /// The faults of a section.
  struct Refused: Error {
    let faults: [ConfigurationFault]
  }

  private static let position = SourcePosition(file: "test.toml", line: 1, column: 1)

  /// The keys of a kind, by what the program said when it was ready.
  static func values(
    _ kind: SandboxStage.Kind, _ ready: JSONValue
  ) throws -> [(String, ConfigurationNode.Content)] {
    func text(_ name: String) -> ConfigurationNode.Content { .text(ready[name]?.string ?? "") }
    func address(_ path: String) -> ConfigurationNode.Content {
      .text((ready["url"]?.string ?? "") + path)
    }
    let common: [(String, ConfigurationNode.Content)] = [("request_timeout", .text("1m"))]
    let clients = ("clients", list([SandboxStage.client]))
    let look = kind.look.map { [("look", ConfigurationNode.Content.text($0))] } ?? []
    switch kind.name {
    case "apple":
      return common + [
        clients, ("endpoint", address("")), ("team_id", text("team")),
        ("key_id", text("key_id")), ("key_file", text("key")),
      ]
    case "oidc":
      return common + look + [
        clients, ("issuer", address("")), ("client_secret_file", text("secret")),
      ]
    case "introspection":
      return common + [
        clients, ("endpoint", address("/introspect")), ("secret_file", text("secret")),
        ("caller_id", .text(SandboxStage.client)),
      ]
    case "google":
      return common + [
        clients, ("endpoint", address("/token")), ("client_secret_file", text("secret")),
      ]
    case "github":
      return common + [
        ("client_id", .text(SandboxStage.client)), ("endpoint", address("")),
        ("client_secret_file", text("secret")),
      ]
    default:
      return common + [
        ("app_id", .text(SandboxStage.app)), ("endpoint", address("")),
        ("admin_key_file", text("admin_key")), ("canaries", list(SandboxStage.canaries)),
      ]
    }
  }

  /// Reads a section and makes its provider; throws the faults.
  static func provider(
    kind: String, _ values: [(String, ConfigurationNode.Content)]
  ) throws -> Provider {
    let faults = ConfigurationFaults()
    let members = values.map {
      ConfigurationNode.Member(key: $0.0, position: position, node: node($0.1))
    }
    var section = Section(node(.table(members)), name: "provider.test", faults: faults)
    let context = ProviderContext(
      name: try ProviderName("test"), mode: .enforce, credentialsDirectory: nil,
      userAgent: "credstate-test/1", now: { Moment(milliseconds: WallClock.milliseconds()) })
    let maker = ProviderRegistry.kinds.first { $0.name == kind }?.read(&section, context)
    section.finish()
    guard faults.all.isEmpty, let maker else { throw Refused(faults: faults.all) }
    return maker()
  }

  private static func node(_ content: ConfigurationNode.Content) -> ConfigurationNode {
    ConfigurationNode(content, at: position)
  }

  private static func list(_ texts: [String]) -> ConfigurationNode.Content {
    .list(texts.map { node(.text($0)) })
  }
}
