internal import CredentialSandbox
internal import Crypto
internal import JSON
internal import Linux
internal import Support
internal import Testing

@Suite("Apple's transfer of an app to another team", .timeLimit(.minutes(5)))
struct AppleTransferTests {
  private let fixture: OIDCFixture

  init() throws { fixture = try OIDCFixture(.apple) }

  /// A client secret of one of the two teams.
  private func proof(receiving: Bool) throws -> [(String, String)] {
    let settings = fixture.sandbox.settings
    let (team, id) =
      receiving
      ? (settings.receivingTeam, settings.receivingKeyID) : (settings.team, settings.keyID)
    let file = try SmallFile(path: fixture.sandbox.files.signingKey(id), limit: 4_096).bytes
    let key = try PrivateKey(pem: SecretBytes(file))
    let now = WallClock.milliseconds() / 1_000
    let claims = JSONObject([
      ("iss", .string(team)), ("iat", .integer(now)), ("exp", .integer(now + 300)),
      ("aud", "https://appleid.apple.com"), ("sub", .string(OIDCFixture.client)),
    ])
    let header = JSONObject([("alg", "ES256"), ("kid", .string(id))])
    let signed = [header, claims].map { Base64URL.encode(JSONValue.object($0).encoded().utf8) }
      .joined(separator: ".")
    let signature = Base64URL.encode(try key.sign(Array(signed.utf8), by: .es256))
    return [("client_id", OIDCFixture.client), ("client_secret", "\(signed).\(signature)")]
  }

  private func migrate(
    receiving: Bool, _ fields: [(String, String)]
  ) async throws -> OIDCFixture.Answer {
    let proof = try proof(receiving: receiving)
    let grant = [("grant_type", "client_credentials"), ("scope", "user.migration")]
    let token = try await fixture.ask("/auth/token", proof + grant)
    let bearer = ["--header", "Authorization: Bearer \(token["access_token"] ?? "")"]
    return try await fixture.ask("/auth/usermigrationinfo", proof + fields, bearer)
  }

  @Test("the sending team gets a bridge, the receiving one the new name for it")
  func bothWays() async throws {
    _ = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    let out = [("sub", "001"), ("target", fixture.sandbox.settings.receivingTeam)]
    let bridge = try #require(try await migrate(receiving: false, out)["transfer_sub"])
    #expect(bridge == fixture.sandbox.transferNames("001").bridge)
    let early = try await migrate(receiving: true, [("transfer_sub", bridge)])
    #expect(early["error"] == "invalid_client")
    try fixture.sandbox.acceptTransfer()
    let new = try await migrate(receiving: true, [("transfer_sub", bridge)])
    #expect(new["sub"] == fixture.sandbox.transferNames("001").new)
    let unknown = try await migrate(receiving: true, [("transfer_sub", "x")])
    #expect(unknown["error"] == "invalid_request")
    await fixture.sandbox.stop()
  }

  @Test("who revoked before has no bridge, and after 60 days nobody has")
  func refused() async throws {
    for subject in ["001", "002"] {
      _ = try fixture.sandbox.addUser(subject, client: OIDCFixture.client)
    }
    try fixture.sandbox.revoke("001")
    let team = fixture.sandbox.settings.receivingTeam
    let gone = try await migrate(receiving: false, [("sub", "001"), ("target", team)])
    #expect(gone["error"] == "invalid_request")
    let other = try await migrate(receiving: false, [("sub", "002"), ("target", "TEAM000000")])
    #expect(other["error"] == "invalid_request")
    try fixture.sandbox.acceptTransfer(daysAgo: 61)
    let late = try await migrate(receiving: true, [("transfer_sub", "x")])
    #expect(late["error"] == "invalid_request")
    let sender = try await migrate(receiving: false, [("sub", "002"), ("target", team)])
    #expect(sender["error"] == "invalid_client")
    await fixture.sandbox.stop()
  }

  @Test("who signs in after the transfer has the new name, and the bridge for 60 days")
  func signIn() async throws {
    let names = fixture.sandbox.transferNames("001")
    let before = try fixture.sandbox.signIn("001", client: OIDCFixture.client)
    #expect(try OIDCFixture.claims(before.identityToken)["sub"] == "001")
    try fixture.sandbox.acceptTransfer()
    let within = try fixture.sandbox.signIn("001", client: OIDCFixture.client)
    let claims = try OIDCFixture.claims(within.identityToken)
    #expect(claims["sub"] == .string(names.new))
    #expect(claims["transfer_sub"] == .string(names.bridge))
    try fixture.sandbox.acceptTransfer(daysAgo: 61)
    let after = try fixture.sandbox.signIn("001", client: OIDCFixture.client)
    #expect(try OIDCFixture.claims(after.identityToken)["transfer_sub"] == nil)
    await fixture.sandbox.stop()
  }

  @Test("tokens of before live on, or are dead, as was said")
  func oldTokens() async throws {
    let token = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    let look = [("grant_type", "refresh_token"), ("refresh_token", token)]
    try fixture.sandbox.acceptTransfer()
    let alive = try await fixture.ask("/auth/token", try proof(receiving: false) + look)
    #expect(try OIDCFixture.claims(alive["id_token"])["sub"] == "001")
    let there = try await fixture.ask("/auth/token", try proof(receiving: true) + look)
    let new = fixture.sandbox.transferNames("001").new
    #expect(try OIDCFixture.claims(there["id_token"])["sub"] == .string(new))
    try fixture.sandbox.acceptTransfer(endsTokens: true)
    let dead = try await fixture.ask("/auth/token", try proof(receiving: true) + look)
    #expect(dead["error"] == "invalid_grant")
    await fixture.sandbox.stop()
  }

  @Test("a sign-in has a code that is tied to its identity token, the nonce and other claims")
  func identity() async throws {
    var options = SignInOptions(nonce: "n1")
    options.claims = JSONObject([("email", "a@example.org"), ("email_verified", "true")])
    let made = try fixture.sandbox.signIn(
      "001", client: OIDCFixture.client, options: options)
    let claims = try OIDCFixture.claims(made.identityToken)
    let half = SHA256.hash(Array(made.code.utf8)).prefix(16)
    #expect(claims["c_hash"] == .string(Base64URL.encode(half)))
    #expect(claims["nonce"] == "n1" && claims["nonce_supported"] == true)
    #expect(claims["email_verified"] == "true")
    let fields = [("grant_type", "authorization_code"), ("code", made.code)]
    let answer = try await fixture.ask("/auth/token", try proof(receiving: false) + fields)
    #expect(answer.status == "200" && answer["refresh_token"] != nil)
    #expect(try OIDCFixture.claims(answer["id_token"])["nonce"] == "n1")
    await fixture.sandbox.stop()
  }
}
