internal import CredentialCore
internal import CredentialProviders
internal import Support

/// A provider of kind `oidc`, `introspection` or `google` before a running server.
struct ServerStage {
  static let clients = ["web.example", "app.example"]

  let server: OAuthServer
  let stage: ProviderStage

  init(
    _ kind: String, _ changes: [(String, ConfigurationNode.Content?)] = [],
    server: OAuthServer? = nil
  ) throws {
    let server = try server ?? OAuthServer()
    self.server = server
    stage = ProviderStage(
      provider: try AppleStage.provider(kind: kind, Self.values(kind, server, changes)),
      alive: { try Self.look("live.user-\($0)", "user-\($0)", Self.clients[$0 % 2]) },
      dead: { try Self.look("dead.user", "user", Self.clients[0]) },
      requests: { server.requests.count })
  }

  func stop() async {
    stage.provider.looker.close()
    await server.stop()
  }

  /// The answers to looks at a live and a dead token.
  func answers() async throws -> [Answer] {
    let looks = [try stage.alive(0), try stage.dead()]
    let results = await stage.results(of: looks, now: AppleStage.start)
    return looks.compactMap { look in
      results.first { $0.look.credential == look.credential }?.answer
    }
  }

  static func look(_ token: String, _ subject: String, _ client: String) throws -> Look {
    try AppleAnswers.look(subject: subject, client: client, token: token)
  }

  /// A section of the kind that works before `server`, with changes; a change to nil takes a key out.
  static func values(
    _ kind: String, _ server: OAuthServer, _ changes: [(String, ConfigurationNode.Content?)]
  ) -> [(String, ConfigurationNode.Content)] {
    var values: [(String, ConfigurationNode.Content)] = [
      ("clients", list(clients)), ("ca_file", .text(server.folder.file("ca.pem"))),
      ("in_flight", .integer(100)), ("request_timeout", .text("1m")),
    ]
    let secret = ConfigurationNode.Content.text(server.folder.file("secret"))
    switch kind {
    case "oidc": values += [("issuer", .text(server.url)), ("client_secret_file", secret)]
    case "introspection":
      values += [
        ("endpoint", .text("\(server.url)/introspect")), ("caller_id", .text("resource")),
        ("secret_file", secret),
      ]
    default:
      values += [("endpoint", .text("\(server.url)/token")), ("client_secret_file", secret)]
    }
    for (key, value) in changes {
      values.removeAll { $0.0 == key }
      if let value { values.append((key, value)) }
    }
    return values
  }

  static func list(_ texts: [String]) -> ConfigurationNode.Content {
    .list(texts.map { AppleStage.node(.text($0)) })
  }

  /// The faults of a section, each as text.
  static func faults(
    _ kind: String, _ server: OAuthServer, _ changes: [(String, ConfigurationNode.Content?)]
  ) throws -> [String] {
    do {
      let provider = try AppleStage.provider(kind: kind, values(kind, server, changes))
      provider.looker.close()
      return []
    } catch let refused as AppleStage.Refused {
      return refused.faults.map(\.description)
    }
  }
}
