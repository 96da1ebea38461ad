internal import CredentialSandbox
internal import Crypto
internal import JSON
internal import Linux
internal import Support
internal import Testing

@Suite("How clients of an OpenID provider prove themselves", .timeLimit(.minutes(5)))
struct OIDCClientTests {
  private let fixture: OIDCFixture
  private let look: [(String, String)]

  init() throws {
    // Assertions are short-lived, and a busy machine is slow.
    fixture = try OIDCFixture(at: WallClock.milliseconds()) { $0.oidc.rotates = false }
    let token = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    look = [("grant_type", "refresh_token"), ("refresh_token", token)]
  }

  @Test("a secret serves in the form and in a header, and a wrong one in neither")
  func secrets() async throws {
    let secret = fixture.sandbox.clientSecret
    #expect(try await fixture.ask("/token", fixture.proof() + look).status == "200")
    let basic = ["--user", "one:\(secret)"]
    #expect(try await fixture.ask("/token", look, basic).status == "200")
    let wrong = try await fixture.ask("/token", look, ["--user", "one:x", "--include"])
    #expect(wrong.status == "401" && wrong.text.contains("WWW-Authenticate: Basic"))
    #expect(wrong.text.hasSuffix(#"{"error":"invalid_client"}"#))
    let both = try await fixture.ask("/token", fixture.proof() + look, basic)
    #expect(both["error"] == "invalid_request")
    let none = try await fixture.ask("/token", look + [("client_id", "one")])
    #expect(none["error"] == "invalid_client")
    #expect(try await fixture.ask("/token", fixture.proof("three") + look).status == "401")
    let foreign = try await fixture.ask("/token", fixture.proof("two") + look)
    #expect(foreign["error"] == "invalid_grant")
    await fixture.sandbox.stop()
  }

  @Test("an assertion serves once")
  func assertion() async throws {
    let proof = try fixture.assertion()
    #expect(try await fixture.ask("/token", proof + look).status == "200")
    #expect(try await fixture.ask("/token", proof + look)["error"] == "invalid_client")
    #expect(fixture.sandbox.log().last?.reason == "jti was used before")
    await fixture.sandbox.stop()
  }

  @Test(
    "an assertion that is not made for this server, or not now, is refused",
    arguments: ["iss", "sub", "aud", "exp", "jti", "old", "far"])
  func badAssertion(part: String) async throws {
    let proof = try fixture.assertion { claims in
      switch part {
      case "old": claims["exp"] = 1_000
      case "far": claims["exp"] = 99_999_999_999
      default: claims[part] = "x"
      }
      if part == "jti" { claims["jti"] = nil }
    }
    #expect(try await fixture.ask("/token", proof + look)["error"] == "invalid_client")
    await fixture.sandbox.stop()
  }

  @Test("a certificate of the sandbox serves for its client_id, and a stranger's does not")
  func certificate() async throws {
    let files = fixture.sandbox.files
    let shown = ["--cert", files.clientCertificate, "--key", files.signingKey("KEY1234567")]
    let named = look + [("client_id", "one")]
    #expect(try await fixture.ask("/token", named, shown).status == "200")
    #expect(try await fixture.ask("/token", look, shown)["error"] == "invalid_request")
    let now = WallClock.milliseconds() / 1_000
    let authority = try CertificateAuthority(commonName: "stranger", now: now, days: 1)
    let key = try PrivateKey.generateP256()
    let folder = TemporaryFolder()
    folder.write(
      "cert.pem",
      try authority.issue(for: key, names: ["client"], addresses: [], now: now, days: 1))
    folder.write("key.pem", try key.pem().revealText() ?? "")
    let strange = ["--cert", folder.file("cert.pem"), "--key", folder.file("key.pem")]
    #expect(try await fixture.ask("/token", named, strange)["error"] == "invalid_client")
    await fixture.sandbox.stop()
  }

  @Test("a server that takes one method refuses the others")
  func oneMethod() async throws {
    let strict = try OIDCFixture { $0.oidc.methods = [.secretBasic] }
    let token = try strict.sandbox.addUser("001", client: OIDCFixture.client)
    #expect(try await strict.refresh(token)["error"] == "invalid_client")
    let fields = [("grant_type", "refresh_token"), ("refresh_token", token)]
    let basic = ["--user", "one:\(strict.sandbox.clientSecret)"]
    #expect(try await strict.ask("/token", fields, basic).status == "200")
    await strict.sandbox.stop()
    await fixture.sandbox.stop()
  }
}
