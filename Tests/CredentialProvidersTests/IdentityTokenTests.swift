internal import CredentialCore
internal import Crypto
internal import JOSE
internal import JSON
internal import Testing

@testable internal import CredentialProviders

@Suite("Sign-ins: the identity token", .timeLimit(.minutes(5)))
struct IdentityTokenTests {
  private let now = SignInIssuer.now

  @Test("a good token says who signed in, for which client, when, and what is known of the user")
  func good() async throws {
    let issuer = try SignInIssuer()
    let signIn = try await issuer.verify(
      issuer.token([
        ("email", "ada@example.org"), ("email_verified", "true"), ("given_name", "Ada"),
        ("family_name", "Lovelace"), ("auth_time", .integer(now - 60)),
      ])
    ).signIn
    let found = try #require(signIn)
    #expect(found.subject.text == "001.a.1" && found.client.text == SignInIssuer.app)
    #expect(found.at == Moment(milliseconds: (now - 60) * 1000) && found.token == nil)
    #expect(
      found.profile.mail == UserProfile.Mail("ada@example.org", isVerified: true, isRelay: nil))
    #expect(found.profile.name.display == "Ada Lovelace")
    await issuer.stop()
  }

  @Test("a token for either client is taken and says for which; a stranger's is named (F014)")
  func audiences() async throws {
    let issuer = try SignInIssuer()
    for client in [SignInIssuer.app, SignInIssuer.web] {
      let signIn = try await issuer.verify(issuer.token([("aud", .string(client))])).signIn
      #expect(signIn?.client.text == client)
    }
    let stranger = try await issuer.verify(issuer.token([("aud", "com.evil")])).refusal
    #expect(stranger?.code == .invalidResponse && stranger?.detail.contains("com.evil") == true)
    let other = try await issuer.verify {
      $0.identityToken = Secret(Array(try issuer.token().utf8))
      $0.client = try ClientID(SignInIssuer.web)
    }
    #expect(other.refusal?.detail.contains("wrong_audience") == true)
    let unknown = try await issuer.verify {
      $0.identityToken = Secret(Array(try issuer.token().utf8))
      $0.client = try ClientID("com.evil")
    }
    #expect(unknown.refusal?.code == .notHandled)
    await issuer.stop()
  }

  @Test("flags are the same as text and as boolean, and no odd one costs the sign-in (F013)")
  func flags() async throws {
    let issuer = try SignInIssuer()
    let values: [(JSONValue, Bool?)] = [
      (true, true), ("true", true), (false, false), ("false", false), (1, nil), ("yes", nil),
    ]
    for (value, meaning) in values {
      let signIn = try await issuer.verify(
        issuer.token([
          ("email", "a@example.org"), ("email_verified", value), ("is_private_email", value),
        ])
      ).signIn
      let mail = try #require(signIn?.profile.mail)
      #expect(mail.isVerified == meaning && mail.isRelay == (meaning ?? false))
    }
    await issuer.stop()
  }

  @Test("a clock a little ahead is no fault, ten minutes are, and the reason says clock (F015)")
  func clocks() async throws {
    let issuer = try SignInIssuer()
    let cases: [([(String, JSONValue?)], Bool)] = [
      ([("iat", .integer(now + 5))], true), ([("iat", .integer(now + 600))], false),
      ([("exp", .integer(now - 5))], true), ([("exp", .integer(now - 600))], false),
    ]
    for (change, isTaken) in cases {
      let result = try await issuer.verify(issuer.token(change))
      #expect((result.signIn != nil) == isTaken)
      #expect(isTaken || result.refusal?.detail.contains("clock") == true)
    }
    await issuer.stop()
  }

  @Test("the issuer is compared byte by byte, and both names are told (F017)")
  func issuers() async throws {
    let issuer = try SignInIssuer()
    let refusal = try await issuer.verify(issuer.token([("iss", "https://issuer.example/")]))
      .refusal
    #expect(refusal?.detail.contains("https://issuer.example/") == true)
    #expect(refusal?.detail.contains("wrong_issuer") == true)
    await issuer.stop()
  }

  @Test("a forged token is refused for its own reason, and no code is used up (F016)")
  func forged() async throws {
    let issuer = try SignInIssuer()
    try issuer.give()
    let good = try issuer.token().split(separator: ".").map(String.init)
    let none = Base64URL.encode(#"{"alg":"none"}"#.utf8)
    let shared = Base64URL.encode(#"{"alg":"HS256","kid":"one"}"#.utf8)
    let unknown = Base64URL.encode(#"{"alg":"RS256","kid":"two"}"#.utf8)
    let other = Base64URL.encode(
      JSONValue.object(SignInIssuer.claims([("sub", "x")])).encoded().utf8)
    let cases: [(String, String)] = [
      ("\(none).\(good[1]).", "unsigned"), ("\(shared).\(good[1]).\(good[2])", "shared_secret"),
      ("\(good[0]).\(other).\(good[2])", "bad_signature"), ("rubbish", "not_compact"),
      ("\(unknown).\(good[1]).\(good[2])", "unknown_key"),
      (try issuer.token(type: "logout+jwt"), "wrong_type"),
      (try issuer.token([("events", "{}")]), "bad_claim"),
      (try issuer.token([("sub", nil)]), "bad_subject"),
    ]
    for (token, reason) in cases {
      let result = try await issuer.verify {
        $0.identityToken = Secret(Array(token.utf8))
        $0.code = Secret(Array("c".utf8))
      }
      let refusal = try #require(result.refusal)
      #expect(refusal.code == .invalidResponse || refusal.isPassing)
      #expect(refusal.detail.contains(reason) || reason == "unknown_key" && refusal.isPassing)
      #expect(!refusal.detail.contains(good[2]))
    }
    #expect(issuer.forms.isEmpty)
    await issuer.stop()
  }

  @Test("a nonce that was sent must come back, unless the issuer says that it knows none")
  func nonces() async throws {
    let cases: [(String?, [(String, JSONValue?)], Bool, Bool)] = [
      ("n", [("nonce", "n")], false, true), ("n", [("nonce", "m")], true, false),
      ("n", [], false, false), ("n", [], true, false), (nil, [("nonce", "n")], false, true),
      ("n", [("nonce_supported", true)], true, false),
      ("n", [("nonce_supported", false)], true, true),
      ("n", [("nonce_supported", "false")], true, true),
      ("n", [("nonce_supported", false)], false, false),
      ("n", [("nonce_supported", false), ("nonce", "m")], true, false),
    ]
    let strict = try SignInIssuer()
    let apple = try SignInIssuer { $0.mayLackNonce = true }
    for (nonce, change, isApple, isTaken) in cases {
      let issuer = isApple ? apple : strict
      let result = try await issuer.verify {
        $0.identityToken = Secret(Array(try issuer.token(change).utf8))
        $0.nonce = nonce
      }
      #expect((result.signIn != nil) == isTaken, "\(change)")
    }
    await strict.stop()
    await apple.stop()
  }

  @Test("a token that a refresh may have made counts from when the user proved who it is")
  func times() async throws {
    let issuer = try SignInIssuer()
    let change: [(String, JSONValue?)] = [
      ("auth_time", .integer(now - 7_000)), ("nonce", "n"),
    ]
    let old = try await issuer.verify(issuer.token(change)).signIn
    #expect(old?.at == Moment(milliseconds: (now - 7_000) * 1000))
    let fresh = try await issuer.verify {
      $0.identityToken = Secret(Array(try issuer.token(change).utf8))
      $0.nonce = "n"
    }.signIn
    #expect(fresh?.at == Moment(milliseconds: now * 1000))
    await issuer.stop()
  }

  @Test("keys that cannot be had refuse nothing: the same may be handed over again")
  func noKeys() async throws {
    let issuer = try SignInIssuer()
    issuer.hideKeys()
    let refusal = try await issuer.verify(issuer.token()).refusal
    #expect(refusal?.isPassing == true && refusal?.code == .failed)
    await issuer.stop()
  }

  @Test("the user whom the caller names must be the token's, and a transfer's identifier is told")
  func subjects() async throws {
    let issuer = try SignInIssuer { $0.transferClaim = "transfer_sub" }
    let token = try issuer.token([("transfer_sub", "T.1")])
    for (subject, isTaken) in [("001.a.1", true), ("001.A.1", false)] {
      let result = try await issuer.verify {
        $0.identityToken = Secret(Array(token.utf8))
        $0.subject = try Subject(subject)
      }
      #expect((result.signIn?.transferSubject?.text == "T.1") == isTaken)
      #expect(isTaken || result.refusal?.code == .invalidResponse)
    }
    await issuer.stop()
  }

  @Test("what the provider answered to the user's request is told as what it is")
  func errors() async throws {
    let issuer = try SignInIssuer()
    let cases: [(String, SignInRefusal.Code)] = [
      ("user_cancelled_authorize", .canceled), ("access_denied", .canceled),
      ("server_error", .failed), ("unauthorized_client", .notHandled), ("whatever", .unknown),
    ]
    for (error, code) in cases {
      let result = try await issuer.verify { $0.error = error }
      #expect(result.refusal?.code == code)
    }
    #expect(try await issuer.verify { _ in }.refusal?.code == .invalidResponse)
    await issuer.stop()
  }
}
