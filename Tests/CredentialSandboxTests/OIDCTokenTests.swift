internal import CredentialSandbox
internal import Crypto
internal import JSON
internal import Linux
internal import Support
internal import Testing

@Suite("An OpenID provider's token endpoint", .timeLimit(.minutes(5)))
struct OIDCTokenTests {
  @Test("a refresh gives a new token each time, and the log shows which was presented when")
  func rotation() async throws {
    let fixture = try OIDCFixture()
    let first = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    let second = try #require(try await fixture.refresh(first)["refresh_token"])
    let third = try #require(try await fixture.refresh(second)["refresh_token"])
    await fixture.sandbox.stop()
    let marks = [first, second, third].map(LogEntry.mark)
    let log = fixture.sandbox.log()
    #expect(Set(marks).count == 3)
    #expect(log.map(\.presented) == [marks[0], marks[1]])
    #expect(log.map(\.granted) == [marks[1], marks[2]])
    let file = try SmallFile(path: fixture.sandbox.files.log, limit: 65_536).bytes
    #expect(!String(decoding: file, as: UTF8.self).contains(first))
  }

  @Test("a replaced token that comes again ends the whole family")
  func reuse() async throws {
    let fixture = try OIDCFixture()
    let first = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    let second = try #require(try await fixture.refresh(first)["refresh_token"])
    let again = try await fixture.refresh(first)
    let newest = try await fixture.refresh(second)
    await fixture.sandbox.stop()
    #expect(again.status == "400" && again["error"] == "invalid_grant")
    #expect(newest.status == "400" && newest["error"] == "invalid_grant")
    #expect(fixture.sandbox.users().first?.revokedAs == .reuse)
    #expect(fixture.sandbox.log()[1].reason?.hasPrefix("reuse") == true)
  }

  @Test("within the grace a replaced token gives its successor, until that was used")
  func grace() async throws {
    let fixture = try OIDCFixture { $0.oidc.reuseGrace = 3_600 }
    let first = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    let second = try #require(try await fixture.refresh(first)["refresh_token"])
    #expect(try await fixture.refresh(first)["refresh_token"] == second)
    #expect(try await fixture.refresh(second).status == "200")
    #expect(try await fixture.refresh(first).status == "400")
    await fixture.sandbox.stop()
  }

  @Test("an answer that is lost has rotated the token all the same")
  func lost() async throws {
    let fixture = try OIDCFixture()
    let first = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    fixture.sandbox.setMode(.outage)
    #expect(try await fixture.refresh(first).status == "503")
    fixture.sandbox.setMode(.truncate)
    _ = try? await fixture.refresh(first)
    fixture.sandbox.setMode(.normal)
    #expect(try await fixture.refresh(first).status == "400")
    await fixture.sandbox.stop()
    #expect(fixture.sandbox.users().first?.revokedAs == .reuse)
  }

  @Test("a server that does not rotate gives no new token, and may give no identity token")
  func noRotation() async throws {
    let fixture = try OIDCFixture { settings in
      settings.oidc.rotates = false
      settings.oidc.identityOnRefresh = false
    }
    let token = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    for _ in 1...2 {
      let answer = try await fixture.refresh(token)
      #expect(answer.status == "200" && answer["refresh_token"] == nil)
      #expect(answer["id_token"] == nil)
    }
    await fixture.sandbox.stop()
  }

  @Test("a code is exchanged once, with its redirect and its verifier, for a token with the nonce")
  func code() async throws {
    let fixture = try OIDCFixture { $0.oidc.algorithm = .es256 }
    let verifier = "a-verifier-of-more-than-forty-three-characters-0"
    let options = SignInOptions(
      nonce: "n1", redirectURI: "https://app.example/cb",
      challenge: Base64URL.encode(SHA256.hash(Array(verifier.utf8))))
    let code = try fixture.sandbox.addCode("001", client: OIDCFixture.client, options: options)
    let fields = fixture.proof() + [("grant_type", "authorization_code"), ("code", code)]
    let redirect = [("redirect_uri", "https://app.example/cb")]
    let wrong = [("redirect_uri", "https://app.example/other"), ("code_verifier", verifier)]
    #expect(try await fixture.ask("/token", fields + wrong)["error"] == "invalid_grant")
    let bare = try await fixture.ask("/token", fields + redirect)
    #expect(bare["error"] == "invalid_grant")
    let right = fields + redirect + [("code_verifier", verifier)]
    let answer = try await fixture.ask("/token", right)
    let claims = try OIDCFixture.claims(answer["id_token"])
    #expect(claims["nonce"] == "n1" && claims["sub"] == "001")
    #expect(claims["iss"] == .string(fixture.sandbox.url) && claims["aud"] == "one")
    let token = try #require(answer["refresh_token"])
    #expect(try await fixture.ask("/token", right)["error"] == "invalid_grant")
    // RFC 6749 §4.1.2: what came of the code is dead too.
    #expect(try await fixture.refresh(token).status == "400")
    await fixture.sandbox.stop()
  }

  @Test(
    "a user who is gone is answered as was said",
    arguments: [
      (RevokedAs.invalidGrant, "invalid_grant"), (.loginRequired, "login_required"),
      (.consentRequired, "consent_required"), (.deleted, "invalid_grant"),
    ])
  func gone(answer: RevokedAs, error: String) async throws {
    let fixture = try OIDCFixture()
    let token = try fixture.sandbox.addUser("001", client: OIDCFixture.client)
    try fixture.sandbox.revoke("001", as: answer)
    #expect(try await fixture.refresh(token)["error"] == error)
    let new = try fixture.sandbox.comeBack("001", client: OIDCFixture.client)
    #expect(try await fixture.refresh(token).status == "400")
    #expect(try await fixture.refresh(new).status == "200")
    #expect(throws: SandboxError.self) { try fixture.sandbox.revoke("001", as: .notLinked) }
    await fixture.sandbox.stop()
  }
}
