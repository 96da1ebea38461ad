internal import CredentialSandbox
internal import Crypto
internal import JSON
internal import Linux
internal import Support
internal import Testing

@Suite("The token endpoint", .timeLimit(.minutes(5)))
struct TokenEndpointTests {
  private let fixture: SandboxFixture
  private let token: String

  init() throws {
    fixture = try SandboxFixture()
    token = try fixture.sandbox.addUser("001.abc.02", client: SandboxFixture.client)
  }

  private func body(_ run: ProgramRun) throws -> JSONObject {
    let end = try #require(run.output.lastIndex(of: UInt8(ascii: " ")))
    let value = try JSONValue.parse(Array(run.output[..<end]), maximumBytes: 65_536)
    return try #require(value.object)
  }

  @Test("a live refresh token gives an access token, an identity token and no new refresh token")
  func success() async throws {
    let run = try await fixture.post(try fixture.fields(token))
    let keys = try await fixture.curl("/auth/keys", [])
    await fixture.sandbox.stop()
    #expect(run.text.hasSuffix(" 200"))
    let answer = try body(run)
    #expect(answer["access_token"]?.string?.isEmpty == false)
    #expect(answer["token_type"] == "Bearer")
    #expect(answer["expires_in"] == 3_600)
    #expect(answer["refresh_token"] == nil)
    let parts = try #require(answer["id_token"]?.string).split(separator: ".").map(String.init)
    let claimBytes = try #require(Base64URL.decode(parts[1]))
    let claims = try JSONValue.parse(claimBytes, maximumBytes: 8_192)
    #expect(claims.object?["sub"] == "001.abc.02")
    #expect(claims.object?["aud"] == .string(SandboxFixture.client))
    #expect(claims.object?["iss"] == "https://appleid.apple.com")
    let key = try publicKey(try body(keys))
    let signature = try #require(Base64URL.decode(parts[2]))
    #expect(key.verifies(signature, of: Array("\(parts[0]).\(parts[1])".utf8), by: .rs256))
  }

  private func publicKey(_ set: JSONObject) throws -> PublicKey {
    let jwk = try #require(set["keys"]?.array?.first?.object)
    let modulus = try bytes(jwk["n"])
    let exponent = try bytes(jwk["e"])
    return try PublicKey(.rsa(modulus: modulus, exponent: exponent))
  }

  private func bytes(_ value: JSONValue?) throws -> [UInt8] {
    let text = try #require(value?.string)
    return try #require(Base64URL.decode(text))
  }

  @Test("a code is redeemed once, for a refresh token that lives")
  func code() async throws {
    let code = try fixture.sandbox.addCode("002", client: SandboxFixture.client)
    let fields = [
      ("client_id", SandboxFixture.client), ("client_secret", try fixture.secret()),
      ("grant_type", "authorization_code"), ("code", code),
    ]
    let first = try await fixture.post(fields)
    let second = try await fixture.post(fields)
    let refresh = try #require(try body(first)["refresh_token"]?.string)
    let look = try await fixture.post(try fixture.fields(refresh))
    await fixture.sandbox.stop()
    #expect(second.text == #"{"error":"invalid_grant"} 400"#)
    #expect(look.text.hasSuffix(" 200"))
  }

  @Test(
    "a revoked user is answered as chosen, and a restored one lives",
    arguments: [RevokedAs.invalidGrant, .invalidRequest])
  func revoked(answer: RevokedAs) async throws {
    try fixture.sandbox.revoke("001.abc.02", as: answer)
    let fields = try fixture.fields(token)
    let dead = try await fixture.post(fields)
    try fixture.sandbox.restore("001.abc.02")
    let alive = try await fixture.post(fields)
    await fixture.sandbox.stop()
    #expect(dead.text == #"{"error":"\#(answer.rawValue)"} 400"#)
    #expect(alive.text.hasSuffix(" 200"))
  }

  @Test("a user who signs in again has a live token beside the dead one")
  func signInAgain() async throws {
    try fixture.sandbox.revoke("001.abc.02")
    let second = try fixture.sandbox.addUser("001.abc.02", client: SandboxFixture.client)
    let old = try await fixture.post(try fixture.fields(token))
    let new = try await fixture.post(try fixture.fields(second))
    await fixture.sandbox.stop()
    #expect(old.text.hasSuffix(" 400"))
    #expect(new.text.hasSuffix(" 200"))
  }

  @Test("the revoke endpoint ends every token of the user and says 200 to nonsense too")
  func revokeEndpoint() async throws {
    let fields = [
      ("client_id", SandboxFixture.client), ("client_secret", try fixture.secret()),
    ]
    let nonsense = try await fixture.post(fields + [("token", "x")], path: "/auth/revoke")
    let alive = try await fixture.post(try fixture.fields(token))
    let real = try await fixture.post(fields + [("token", token)], path: "/auth/revoke")
    let dead = try await fixture.post(try fixture.fields(token))
    await fixture.sandbox.stop()
    #expect(nonsense.text == " 200")
    #expect(alive.text.hasSuffix(" 200"))
    #expect(real.text == " 200")
    #expect(dead.text == #"{"error":"invalid_grant"} 400"#)
  }

  @Test("the log names the user and the answer, and holds neither token nor secret")
  func log() async throws {
    let fields = try fixture.fields(token)
    _ = try await fixture.post(fields)
    try fixture.sandbox.revoke("001.abc.02")
    _ = try await fixture.post(fields)
    await fixture.sandbox.stop()
    let entries = fixture.sandbox.log()
    #expect(entries.map(\.answer) == ["ok", "invalid_grant"])
    #expect(entries.map(\.subject) == ["001.abc.02", "001.abc.02"])
    #expect(entries.map(\.client) == [SandboxFixture.client, SandboxFixture.client])
    let bytes = try SmallFile(path: fixture.sandbox.files.log, limit: 65_536).bytes
    let file = String(decoding: bytes, as: UTF8.self)
    #expect(file.split(separator: "\n").count == 2)
    #expect(!file.contains(token))
    #expect(!file.contains(fields[1].1))
  }
}
