internal import CredentialCore
internal import Crypto
internal import Support
internal import Testing

@testable internal import CredentialProviders

@Suite("The configuration of kinds oidc, introspection and google", .timeLimit(.minutes(5)))
struct ServerSettingsTests {
  private let server: OAuthServer

  init() throws {
    server = try OAuthServer()
    server.folder.write(
      "key.pem", try PrivateKey.generateP256().pem().revealText() ?? "", mode: 0o600)
  }

  private func policy(
    _ kind: String, _ changes: [(String, ConfigurationNode.Content?)] = []
  ) throws -> ProviderPolicy {
    let provider = try AppleStage.provider(
      kind: kind, ServerStage.values(kind, server, changes))
    provider.looker.close()
    return provider.policy
  }

  @Test("a dead token asks for a new sign-in, at introspection it ends the sessions")
  func defaults() throws {
    let far = ConfigurationNode.Content.text("https://server.example/x")
    let oidc = try policy("oidc", [("issuer", far)])
    let google = try policy("google", [("endpoint", nil)])
    let introspection = try policy("introspection", [("endpoint", far)])
    #expect(oidc.deadToken == .reauthenticate && google.deadToken == .reauthenticate)
    #expect(introspection.deadToken == .revoke)
    #expect(oidc.interval == .seconds(86_400) && introspection.interval == .seconds(3600))
    for policy in [oidc, google, introspection] {
      #expect(policy.confirmAfter == .seconds(900) && policy.evidenceDay == .seconds(72_000))
    }
  }

  @Test("seconds between looks are for a server on this machine alone")
  func intervals() throws {
    for kind in ["oidc", "introspection", "google"] {
      let short: [(String, ConfigurationNode.Content?)] = [
        ("interval", .text("2s")), ("confirm_after", .text("1s")),
      ]
      let policy = try policy(kind, short)
      #expect(policy.interval == .seconds(2) && policy.evidenceDay == .seconds(2))
      let address = kind == "oidc" ? "issuer" : "endpoint"
      let far = try ServerStage.faults(
        kind, server, short + [(address, .text("https://server.example/x"))])
      #expect(
        far.count == 2 && far.allSatisfy { $0.contains("before a loopback endpoint only") },
        "\(far)")
    }
    let mixed = try ServerStage.faults(
      "oidc", server,
      [("interval", .text("2s")), ("hosts", ServerStage.list(["server.example"]))])
    #expect(mixed.count == 1, "\(mixed)")
  }

  @Test(
    "what cannot be right is refused with the reason",
    arguments: [
      ("oidc", "issuer", "http://server.example", "must begin with https://"),
      ("oidc", "issuer", "https://server.example/?a=b", "must not have a query"),
      ("oidc", "issuer", "https://user@server.example", "must be https://HOST"),
      ("oidc", "token_endpoint", "https://", "must be https://HOST"),
      ("oidc", "look", "userinfo", "is none of \"refresh\", \"introspection\""),
      ("oidc", "discovery", "none", "is none of"),
      ("oidc", "authentication", "client_secret_jwt", "is none of"),
      ("oidc", "authentication", "none", "is not used with authentication = \"none\""),
      ("oidc", "signing_key_id", "k", "is not used with authentication = \"client_secret_basic\""),
      ("introspection", "authentication", "bearer", "is not used with authentication = \"bearer\""),
      ("introspection", "subject_member", "uid", "is none of \"sub\", \"username\""),
      ("introspection", "endpoint", "server.example", "must begin with https://"),
      ("google", "endpoint", "https://a b", "must be https://HOST"),
    ])
  func refused(kind: String, key: String, value: String, reason: String) throws {
    let faults = try ServerStage.faults(kind, server, [(key, .text(value))])
    #expect(faults.contains { $0.contains(reason) }, "\(faults)")
  }

  @Test("a way to authenticate needs what it works with, of the right kind")
  func authentication() throws {
    let key = ConfigurationNode.Content.text(server.folder.file("key.pem"))
    func faults(_ changes: [(String, ConfigurationNode.Content?)]) throws -> [String] {
      try ServerStage.faults("oidc", server, [("client_secret_file", nil)] + changes)
    }
    #expect(try faults([])[0].contains("give client_secret_file or client_secret_credential"))
    let assertion = ("authentication", ConfigurationNode.Content?.some(.text("private_key_jwt")))
    #expect(try faults([assertion])[0].contains("give signing_key_file"))
    #expect(try faults([assertion, ("signing_key_file", key)]).isEmpty)
    let wrong = try faults([
      assertion, ("signing_key_file", key), ("signing_algorithm", .text("RS256")),
    ])
    #expect(wrong.count == 1 && wrong[0].contains("RS256 needs another kind"), "\(wrong)")
    let tls = ("authentication", ConfigurationNode.Content?.some(.text("tls_client_auth")))
    let none = try faults([tls])
    #expect(none.contains { $0.contains("tls_client_auth needs it") }, "\(none)")
    #expect(none.contains { $0.contains("give certificate_key_file") }, "\(none)")
    let noCertificate = try faults([tls, ("certificate_file", key), ("certificate_key_file", key)])
    #expect(noCertificate.count == 1 && noCertificate[0].contains("holds no PEM certificate"))
  }

  @Test("a secret loses its line end and nothing else; an empty one is refused by name")
  func secret() throws {
    func read(_ text: String) throws -> (Secret?, [String]) {
      server.folder.write("other", text, mode: 0o600)
      let faults = ConfigurationFaults()
      let member = ConfigurationNode.Member(
        key: "client_secret_file", position: AppleStage.position,
        node: AppleStage.node(.text(server.folder.file("other"))))
      var section = Section(AppleStage.node(.table([member])), name: "provider.x", faults: faults)
      let context = ProviderContext(
        name: try ProviderName("x"), mode: .enforce, credentialsDirectory: nil, userAgent: "x",
        now: { AppleStage.start })
      let secret = GoogleKeys().secret.readLine(&section, context)
      return (secret, faults.all.map(\.description))
    }
    for text in [" s e ", " s e \n", " s e \r\n", " s e \r"] {
      let (secret, faults) = try read(text)
      #expect(faults.isEmpty)
      #expect(secret?.withBytes { String(decoding: $0, as: UTF8.self) } == " s e ")
    }
    for (text, reason) in [("", "is empty"), ("\n", "is empty"), ("é", "printable ASCII")] {
      let (secret, faults) = try read(text)
      #expect(secret == nil && faults.count == 1 && faults[0].contains(reason), "\(faults)")
    }
  }

  @Test("hosts are names with or without a port")
  func hosts() throws {
    func faults(_ hosts: [String]) throws -> [String] {
      try ServerStage.faults("oidc", server, [("hosts", ServerStage.list(hosts))])
    }
    #expect(try faults(["a.example", "b.example:8443", "[::1]:1"]).isEmpty)
    for odd in ["https://a.example", "a.example/x", "", "a b", "a?b"] {
      let all = try faults([odd])
      #expect(all.count == 1, "\(odd): \(all)")
    }
    #expect(try faults((0..<17).map { "h\($0)" })[0].contains("allowed are 16"))
  }
}
