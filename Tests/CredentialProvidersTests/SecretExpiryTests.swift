internal import CredentialCore
internal import Crypto
internal import Support
internal import Testing

@testable internal import CredentialProviders

@Suite("Secrets that tell when they end", .timeLimit(.minutes(5)))
struct SecretExpiryTests {
  private let server: OAuthServer
  private static let end: Int64 = 1_800_000_000

  init() throws { server = try OAuthServer() }

  private func expiries(
    _ kind: String, secret: String, _ changes: [(String, ConfigurationNode.Content?)] = []
  ) throws -> [Expiry] {
    server.folder.write("secret", secret, mode: 0o600)
    let provider = try AppleStage.provider(
      kind: kind, ServerStage.values(kind, server, changes))
    provider.looker.close()
    return provider.expiry.expiries
  }

  /// A token that nobody has signed; its end is read all the same.
  private func token(_ claims: String) -> String {
    let parts = ["{\"alg\":\"ES256\"}", claims, "signature"]
    return parts.map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".")
  }

  @Test("a client secret that is itself a token ends at its exp, at each kind that takes one")
  func tokens() throws {
    let secret = token("{\"exp\":\(Self.end)}")
    let at = Moment(milliseconds: Self.end * 1000)
    for kind in ["oidc", "introspection", "google"] {
      #expect(try expiries(kind, secret: secret) == [Expiry("the client secret", at: at)])
    }
    let bearer = try expiries(
      "introspection", secret: secret, [("authentication", .text("bearer")), ("caller_id", nil)])
    #expect(bearer == [Expiry("the bearer token", at: at)])
  }

  @Test(
    "a secret that is no token, or tells no time, has no end",
    arguments: [
      "plain", "a.b.c", "{}", "{\"exp\":\"soon\"}", "{\"exp\":-1}", "{\"exp\":1e300}",
      "{\"exp\":null}", "[1]",
    ])
  func none(text: String) throws {
    let secret = text.hasPrefix("{") || text.hasPrefix("[") ? token(text) : text
    #expect(try expiries("oidc", secret: secret).isEmpty)
  }

  @Test("a certificate ends at its notAfter, and of a chain the first to end counts")
  func certificates() throws {
    let now = Self.end - 10 * 86_400
    let authority = try CertificateAuthority(commonName: "test", now: now, days: 90)
    let key = try PrivateKey.generateP256()
    let leaf = try authority.issue(for: key, names: ["c"], addresses: [], now: now, days: 10)
    server.folder.write("chain.pem", authority.certificate + leaf)
    server.folder.write("tls.pem", try key.pem().revealText() ?? "", mode: 0o600)
    let found = try expiries(
      "oidc", secret: "x",
      [
        ("authentication", .text("tls_client_auth")), ("client_secret_file", nil),
        ("certificate_file", .text(server.folder.file("chain.pem"))),
        ("certificate_key_file", .text(server.folder.file("tls.pem"))),
      ])
    #expect(found == [Expiry("the certificate", at: Moment(milliseconds: Self.end * 1000))])
  }

  @Test("what is no certificate has no end")
  func noCertificate() {
    #expect(CertificateTimes.earliestEnd(pem: []) == nil)
    let text = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    #expect(CertificateTimes.earliestEnd(pem: Array(text.utf8)) == nil)
  }
}
