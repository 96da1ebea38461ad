internal import CredentialCore
internal import Crypto
internal import JSON
internal import Testing

@testable internal import CredentialProviders

@Suite("Sign-ins: the authorization code", .timeLimit(.minutes(5)))
struct CodeExchangeTests {
  private let now = SignInIssuer.now
  private let code = Secret(Array("c+1&2".utf8))

  @Test("a code is exchanged by the client that the token is for, with what its request had")
  func exchanged() async throws {
    let issuer = try SignInIssuer()
    try issuer.give([("aud", .string(SignInIssuer.web)), ("auth_time", .integer(now - 7_000))])
    let signIn = try await issuer.verify {
      $0.identityToken = Secret(
        Array(try issuer.token([("aud", .string(SignInIssuer.web))]).utf8))
      $0.code = code
      $0.redirectURI = "https://app.example/back?x=1"
      $0.codeVerifier = Secret(Array("v".utf8))
      $0.refreshToken = Secret(Array("older".utf8))
    }.signIn
    #expect(signIn?.tokenText == "exchanged r.1" && signIn?.client.text == SignInIssuer.web)
    #expect(signIn?.at == Moment(milliseconds: now * 1000))
    #expect(
      issuer.forms == [
        "client_id=com.example.web&grant_type=authorization_code&code=c%2B1%262"
          + "&redirect_uri=https%3A%2F%2Fapp.example%2Fback%3Fx%3D1&code_verifier=v"
          + "&client_secret=of+com.example.web"
      ])
    await issuer.stop()
  }

  @Test("a code alone is enough: the identity token that comes for it names the user")
  func codeAlone() async throws {
    let issuer = try SignInIssuer()
    issuer.hideKeys()
    try issuer.give()
    let signIn = try await issuer.verify {
      $0.code = code
      $0.client = try ClientID(SignInIssuer.app)
    }.signIn
    #expect(signIn?.subject.text == "001.a.1" && issuer.keyRequests == 0)
    let nameless = try await issuer.verify { $0.code = code }.refusal
    #expect(nameless?.code == .notHandled && issuer.forms.count == 1)
    await issuer.stop()
  }

  @Test(
    "without a refresh token in the answer the user is verified and there is nothing to look at")
  func noRefresh() async throws {
    let issuer = try SignInIssuer()
    try issuer.give(refresh: nil)
    let signIn = try await issuer.verify {
      $0.code = code
      $0.client = try ClientID(SignInIssuer.app)
    }.signIn
    #expect(signIn != nil && signIn?.token == nil)
    await issuer.stop()
  }

  @Test("what came for a code of another user, client or issuer is not believed")
  func foreign() async throws {
    let issuer = try SignInIssuer()
    let changes: [[(String, JSONValue?)]] = [
      [("sub", "other")], [("aud", .string(SignInIssuer.web))], [("iss", "https://evil.example")],
    ]
    for change in changes {
      try issuer.give(change)
      let result = try await issuer.verify {
        $0.identityToken = Secret(Array(try issuer.token().utf8))
        $0.code = code
      }
      #expect(result.refusal?.code == .invalidResponse, "\(change)")
    }
    await issuer.stop()
  }

  @Test(
    "an unreadable identity token beside a good one costs no token that came for the code (F050)")
  func unreadable() async throws {
    let issuer = try SignInIssuer()
    for identity in [JSONValue.string("rubbish"), .null, 7] {
      issuer.answer(
        200, JSONObject([("access_token", "a"), ("refresh_token", "r.2"), ("id_token", identity)]))
      let both = try await issuer.verify {
        $0.identityToken = Secret(Array(try issuer.token().utf8))
        $0.code = code
      }
      #expect(both.signIn?.tokenText == "exchanged r.2")
      let alone = try await issuer.verify {
        $0.code = code
        $0.client = try ClientID(SignInIssuer.app)
      }
      #expect(alone.refusal?.code == .invalidResponse)
    }
    await issuer.stop()
  }

  @Test("a token that came with another code is refused before the code is used up")
  func hash() async throws {
    let issuer = try SignInIssuer()
    try issuer.give()
    let half = code.withBytes { Array(SHA256.hash($0).prefix(16)) }
    for (hash, isTaken) in [(Base64URL.encode(half), true), ("AAAA", false)] {
      let token = try issuer.token([("c_hash", .string(hash))])
      let result = try await issuer.verify {
        $0.identityToken = Secret(Array(token.utf8))
        $0.code = code
      }
      #expect((result.signIn != nil) == isTaken)
    }
    #expect(issuer.forms.count == 1)
    await issuer.stop()
  }

  @Test("each answer to a code has its cause, and says whether the same may be handed over again")
  func answers() async throws {
    let issuer = try SignInIssuer()
    let cases: [(Int, String, SignInRefusal.Code, Bool)] = [
      (400, "invalid_grant", .failed, false), (401, "invalid_client", .notHandled, false),
      (400, "unauthorized_client", .notHandled, false), (400, "invalid_request", .failed, false),
      (503, "temporarily_unavailable", .failed, true), (429, "slow_down", .failed, true),
      (500, "server_error", .failed, false), (400, "odd", .unknown, false),
      (200, "invalid_grant", .failed, false),
    ]
    for (status, error, expected, isPassing) in cases {
      issuer.answer(status, JSONObject([("error", .string(error))]))
      let refusal = try await issuer.verify {
        $0.code = code
        $0.client = try ClientID(SignInIssuer.app)
      }.refusal
      #expect(refusal?.code == expected && refusal?.isPassing == isPassing, "\(error)")
      #expect(refusal?.detail.contains("\(status)") == true)
    }
    issuer.answer(200, type: "text/html", "<html>portal</html>")
    let page = try await issuer.verify {
      $0.code = code
      $0.client = try ClientID(SignInIssuer.app)
    }.refusal
    #expect(page?.code == .invalidResponse && page?.detail.contains("portal") == false)
    await issuer.stop()
    let gone = try await issuer.verify {
      $0.code = code
      $0.client = try ClientID(SignInIssuer.app)
    }.refusal
    #expect(gone?.code == .failed && gone?.isPassing == true)
  }
}
