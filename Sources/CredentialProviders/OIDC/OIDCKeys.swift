internal import CredentialCore
internal import Crypto

/// The configuration keys of `[provider.NAME]` for kind `oidc`.
struct OIDCKeys: Sendable {
  /// How a token is looked at.
  enum LookMethod: String, Sendable, CaseIterable {
    /// By a refresh grant.
    case refresh
    /// By introspection.
    case introspection
  }

  let issuer = Key<String>.required(
    "issuer", range: "https://HOST[:PORT][/PATH]",
    "The server's issuer, byte by byte as its metadata names it.",
    check: ServerAddress.issuerProblem)
  let clients = ClientKeys.clients(
    "The client ids whose tokens are looked at; all have the same secret or key.")
  let look = Key<String>(
    "look", default: LookMethod.refresh.rawValue, range: "\"refresh\" or \"introspection\"",
    """
    How a token is looked at: by a refresh grant, or by introspection, which uses no token up and which \
    not every server offers for refresh tokens.
    """,
    check: Bounds.words(LookMethod.allCases.map(\.rawValue)))
  let discovery = Key<String>(
    "discovery", default: MetadataRules.Form.openID.rawValue,
    range: MetadataRules.Form.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: " or "),
    "The document below /.well-known that names the endpoints.",
    check: Bounds.words(MetadataRules.Form.allCases.map(\.rawValue)))
  let hosts = Key<[String]>(
    "hosts", default: [], range: "at most 16 of HOST or HOST:PORT",
    """
    Where endpoints may lie besides the issuer's own host; metadata that names another host is not \
    used until it is added here.
    """,
    check: OIDCKeys.hosts)
  let tokenEndpoint = Key<String>.optional(
    "token_endpoint", range: "an https:// address",
    "Where tokens are refreshed, when the metadata is not to be asked.",
    check: ServerAddress.problem)
  let introspectionEndpoint = Key<String>.optional(
    "introspection_endpoint", range: "an https:// address",
    "Where tokens are introspected, when the metadata is not to be asked.",
    check: ServerAddress.problem)
  let keysAddress = Key<String>.optional(
    "jwks_uri", range: "an https:// address",
    "Where the issuer's keys lie, when the metadata is not to be asked.",
    check: ServerAddress.problem)
  let algorithms = Key<[String]>(
    "token_algorithms", default: ["RS256"], range: "one or more names such as \"ES256\"",
    "How the issuer signs identity tokens, logout tokens and security events.",
    check: OIDCKeys.algorithms)
  let authentication = ClientAuthenticationKeys()
  let policy = PolicyKeys(
    LookTerms(
      shortestInterval: .seconds(1), confirmAfter: .seconds(900),
      shortestConfirmation: .seconds(1), deadToken: .reauthenticate, mostLooksPerSecond: 1000,
      rotates: true))
}

extension OIDCKeys {
  /// All keys for the manual, in its order.
  var documentation: [KeyDocumentation] {
    let server = [
      issuer.documentation, clients.documentation, look.documentation, discovery.documentation,
      hosts.documentation, tokenEndpoint.documentation, introspectionEndpoint.documentation,
      keysAddress.documentation, algorithms.documentation,
    ]
    return [
      server, authentication.documentation, policy.documentation, PushKeys.documentation,
      HTTPKeys.documentation,
    ].flatMap { $0 }
  }

  /// Reads what governs looks and verdicts at endpoints of these addresses and hosts.
  func readPolicy(
    _ section: inout Section, _ context: ProviderContext, _ addresses: [String], _ hosts: [String]
  ) -> ProviderPolicy {
    let all = addresses + hosts.map { "https://\($0)" }
    let farthest = all.first { !Endpoint.isLoopback($0) } ?? addresses.first
    return policy.read(&section, context, endpoint: farthest ?? "")
  }

  /// The same from the section alone.
  func policyAlone(_ section: inout Section, _ context: ProviderContext) -> ProviderPolicy {
    var addresses: [String] = []
    for key in [issuer, tokenEndpoint, introspectionEndpoint] {
      if let address = section.readIfPresent(key) { addresses.append(address) }
    }
    let hosts = section.read(hosts)
    return readPolicy(&section, context, addresses, hosts)
  }

  private static let algorithms: @Sendable ([String]) -> String? = { names in
    guard (1...16).contains(names.count) else { return "must name 1 to 16 algorithms" }
    let known = SignatureAlgorithm.allCases.map(\.rawValue)
    return names.first { !known.contains($0) }.map { name in
      "names \(name); allowed are \(known.joined(separator: ", "))"
    }
  }

  private static let hosts: @Sendable ([String]) -> String? = { hosts in
    guard hosts.count <= 16 else { return "names \(hosts.count) hosts; allowed are 16" }
    let odd = hosts.first { host in
      ServerAddress.problem("https://\(host)") != nil || host.contains("/") || host.contains("?")
    }
    return odd.map { "holds \($0), which is no HOST or HOST:PORT" }
  }
}
