internal import CredentialCore
internal import Crypto
internal import HTTP
internal import JSON
internal import Support
internal import Testing

@testable internal import CredentialProviders

@Suite("Apple's look, as it is sent", .timeLimit(.minutes(5)))
struct AppleLookCodecTests {
  private let key: PrivateKey
  private let secret: AppleClientSecret
  private let codec: AppleLookCodec

  init() throws {
    key = try PrivateKey.generateP256()
    secret = AppleClientSecret(
      team: "TEAM123456", keyID: "KEY1234567", key: key, life: .seconds(300))
    codec = AppleLookCodec(
      endpoint: "https://appleid.apple.com/auth/token",
      clients: [try ClientID("com.example.app"), try ClientID("com.example.web")], secret: secret,
      profile: AppleProfile.builtIn)
  }

  @Test("the form holds the stored client, its own secret and the token, each byte kept")
  func form() throws {
    let look = try AppleAnswers.look(client: "com.example.web", token: "r.a+b/c=&d é~*")
    let request = try codec.request(for: look, tag: 5, now: AppleAnswers.now).get()
    let text = try secret.text(for: look.client, now: AppleAnswers.now)
    #expect(request.tag == 5 && request.url == "https://appleid.apple.com/auth/token")
    #expect(
      request.body.withBytes { String(decoding: $0, as: UTF8.self) }
        == "client_id=com.example.web&client_secret=\(text)&grant_type=refresh_token"
        + "&refresh_token=r.a%2Bb%2Fc%3D%26d+%C3%A9%7E*")
    #expect(
      request.fields == [
        HTTPField("Content-Type", "application/x-www-form-urlencoded"),
        HTTPField("Accept", "application/json"),
      ])
    var shown = ""
    dump(request, to: &shown)
    #expect(!shown.contains(text))
  }

  @Test("a client that is no longer configured sends nothing")
  func foreignClient() throws {
    let look = try AppleAnswers.look(client: "com.example.App")
    guard case .failure(let reason) = codec.request(for: look, tag: 0, now: AppleAnswers.now)
    else {
      Issue.record("a request was made")
      return
    }
    #expect(reason.finding.answer == .clientNotConfigured)
    #expect(reason.finding.evidence.summary.contains("com.example.App is not configured"))
  }

  @Test("the client secret has exactly the members that Apple documents")
  func members() throws {
    let text = try secret.text(for: try ClientID("com.example.app"), now: AppleAnswers.now)
    let parts = text.split(separator: ".").compactMap { Base64URL.decode($0) }
    #expect(parts.count == 3 && parts[2].count == 64)
    let header = try JSONValue.parse(parts[0], maximumBytes: 1000)
    let claims = try JSONValue.parse(parts[1], maximumBytes: 1000)
    #expect(header == ["alg": "ES256", "kid": "KEY1234567"])
    #expect(
      claims == [
        "iss": "TEAM123456", "iat": 784_111_777, "exp": 784_112_077,
        "aud": "https://appleid.apple.com", "sub": "com.example.app",
      ])
  }

  @Test("a secret is kept for half its life, and made anew after a step of the clock back")
  func renewal() throws {
    let client = try ClientID("com.example.app")
    let start = AppleAnswers.now
    let first = try secret.text(for: client, now: start)
    #expect(try secret.text(for: client, now: start + .seconds(149)) == first)
    let second = try secret.text(for: client, now: start + .seconds(150))
    #expect(second != first)
    #expect(try secret.text(for: client, now: start) != second)
    #expect(try secret.text(for: try ClientID("com.example.web"), now: start) != first)
  }

  @Test("no secret lives longer than Apple allows, whatever is asked")
  func longestLife() throws {
    let long = AppleClientSecret(
      team: "TEAM123456", keyID: "KEY1234567", key: key, life: .seconds(17_280_000))
    let text = try long.text(for: try ClientID("com.example.app"), now: AppleAnswers.now)
    let payload = try #require(Base64URL.decode(text.split(separator: ".")[1]))
    let claims = try JSONValue.parse(payload, maximumBytes: 1000)
    let life = try #require(claims["exp"]?.integer) - #require(claims["iat"]?.integer)
    #expect(life == 15_777_000)
  }

  @Test("PyJWT verifies the client secret")
  func pyJWT() async throws {
    let text = try secret.text(for: try ClientID("com.example.app"), now: AppleAnswers.now)
    let pem = String(decoding: try key.publicKey().pem(), as: UTF8.self)
    let program = """
      import jwt, sys
      token, key = sys.argv[1], sys.argv[2]
      claims = jwt.decode(token, key, algorithms=["ES256"], audience="https://appleid.apple.com",
                          options={"verify_exp": False, "require": ["iss", "iat", "exp", "aud", "sub"]})
      print(jwt.get_unverified_header(token)["kid"], claims["iss"], claims["sub"])
      """
    let run = try await ProgramRun.run(["python3", "-c", program, text, pem])
    #expect(run.text == "KEY1234567 TEAM123456 com.example.app\n", "\(run.errors)")
  }
}
