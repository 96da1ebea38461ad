internal import CredentialSandbox
internal import JSON
internal import Support
internal import Testing

@Suite("Google", .timeLimit(.minutes(5)))
struct GoogleTests {
  @Test("a refresh gives an identity token and no new refresh token")
  func refresh() async throws {
    let fixture = try OIDCFixture(.google)
    let token = try fixture.sandbox.addUser("1", client: OIDCFixture.client)
    for _ in 1...2 {
      let answer = try await fixture.refresh(token)
      #expect(answer.status == "200" && answer["refresh_token"] == nil)
      let claims = try OIDCFixture.claims(answer["id_token"])
      #expect(claims["iss"] == "https://accounts.google.com" && claims["azp"] == "one")
    }
    #expect(try await fixture.ask("/oauth2/v3/certs").body["keys"]?.array?.count == 1)
    let foreign = try await fixture.refresh(token, client: "two")
    #expect(foreign.status == "401" && foreign["error"] == "unauthorized_client")
    let wrong = try await fixture.ask(
      "/token",
      [
        ("client_id", "one"), ("client_secret", "x"), ("grant_type", "refresh_token"),
        ("refresh_token", token),
      ])
    #expect(wrong.status == "401" && wrong["error"] == "invalid_client")
    await fixture.sandbox.stop()
  }

  @Test(
    "a dead token has the description, and the subtype, of its cause",
    arguments: [
      (RevokedAs.invalidGrant, "Token has been expired or revoked.", nil),
      (.badRequest, "Bad Request", nil), (.deleted, "Account has been deleted", nil),
      (.invalidRapt, "reauth related error (invalid_rapt)", "invalid_rapt"),
      (.raptRequired, "reauth related error (rapt_required)", "rapt_required"),
    ] as [(RevokedAs, String, String?)])
  func dead(answer: RevokedAs, text: String, subtype: String?) async throws {
    let fixture = try OIDCFixture(.google)
    let token = try fixture.sandbox.addUser("1", client: OIDCFixture.client)
    try fixture.sandbox.revoke("1", as: answer)
    let told = try await fixture.refresh(token)
    #expect(told.status == "400" && told["error"] == "invalid_grant")
    #expect(told["error_description"] == text && told["error_subtype"] == subtype)
    await fixture.sandbox.stop()
  }

  @Test("one token too many ends the oldest, and nobody is told")
  func tooMany() async throws {
    let fixture = try OIDCFixture(.google) { $0.google.mostTokens = 2 }
    let tokens = try (1...3).map { _ in
      try fixture.sandbox.addUser("1", client: OIDCFixture.client)
    }
    #expect(try await fixture.refresh(tokens[0])["error"] == "invalid_grant")
    #expect(try await fixture.refresh(tokens[1]).status == "200")
    #expect(try await fixture.refresh(tokens[2]).status == "200")
    await fixture.sandbox.stop()
  }

  @Test("the revocation endpoint ends the consent, and says when there was none")
  func revocation() async throws {
    let fixture = try OIDCFixture(.google)
    let token = try fixture.sandbox.addUser("1", client: OIDCFixture.client)
    let other = try fixture.sandbox.addUser("1", client: OIDCFixture.client)
    #expect(try await fixture.ask("/revoke", [("token", token)]).status == "200")
    #expect(try await fixture.refresh(other)["error"] == "invalid_grant")
    #expect(try await fixture.ask("/revoke", [("token", "x")])["error"] == "invalid_token")
    await fixture.sandbox.stop()
  }
}
