internal import CredentialSandbox
internal import Crypto
internal import JSON
internal import Support
internal import Testing

@Suite("What the token endpoint refuses, and how", .timeLimit(.minutes(5)))
struct StrictnessTests {
  /// One bad client secret: what is wrong, and the change that makes it so.
  struct BadSecret: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var header = JSONObject([("alg", "ES256"), ("kid", "KEY1234567")])
    var change: @Sendable (inout JSONObject, Int64) -> Void = { _, _ in }
  }

  static let badSecrets: [BadSecret] = [
    BadSecret(
      testDescription: "alg RS256",
      header: JSONObject([("alg", "RS256"), ("kid", "KEY1234567")])),
    BadSecret(testDescription: "no kid", header: JSONObject([("alg", "ES256")])),
    BadSecret(
      testDescription: "another kid",
      header: JSONObject([("alg", "ES256"), ("kid", "key1234567")])),
    BadSecret(testDescription: "another team") { claims, _ in claims["iss"] = "TEAM123457" },
    BadSecret(testDescription: "no iss") { claims, _ in claims["iss"] = nil },
    BadSecret(testDescription: "sub in another case") { claims, _ in
      claims["sub"] = "com.example.App"
    },
    BadSecret(testDescription: "sub is another registered client") { claims, _ in
      claims["sub"] = .string(SandboxFixture.otherClient)
    },
    BadSecret(testDescription: "aud in a list") { claims, _ in
      claims["aud"] = ["https://appleid.apple.com"]
    },
    BadSecret(testDescription: "aud with a slash") { claims, _ in
      claims["aud"] = "https://appleid.apple.com/"
    },
    BadSecret(testDescription: "no iat") { claims, _ in claims["iat"] = nil },
    BadSecret(testDescription: "iat in the future") { claims, now in
      claims["iat"] = .integer(now + 120)
    },
    BadSecret(testDescription: "iat as text") { claims, now in
      claims["iat"] = .string(String(now))
    },
    BadSecret(testDescription: "no exp") { claims, _ in claims["exp"] = nil },
    BadSecret(testDescription: "exp in the past") { claims, now in
      claims["iat"] = .integer(now - 600)
      claims["exp"] = .integer(now - 1)
    },
    BadSecret(testDescription: "exp a second too far") { claims, now in
      claims["exp"] = .integer(now + 15_777_001)
    },
  ]

  private let fixture: SandboxFixture
  private let token: String

  init() throws {
    fixture = try SandboxFixture()
    token = try fixture.sandbox.addUser("001", client: SandboxFixture.client)
  }

  private func answer(
    _ fields: [(String, String)], _ options: [String] = []
  ) async throws -> String {
    let run = try await fixture.post(fields, options: options)
    await fixture.sandbox.stop()
    return run.text
  }

  private func changed(_ name: String, _ value: String?) throws -> [(String, String)] {
    try fixture.fields(token).compactMap { field in
      field.0 == name ? value.map { (name, $0) } : field
    }
  }

  @Test("a client secret that is not as documented is invalid_client", arguments: badSecrets)
  func secret(bad: BadSecret) async throws {
    let secret = try fixture.secret(header: bad.header, change: bad.change)
    let fields = try changed("client_secret", secret)
    #expect(try await answer(fields) == #"{"error":"invalid_client"} 400"#)
  }

  @Test("the longest life that is documented is accepted")
  func longestLife() async throws {
    let secret = try fixture.secret { claims, now in claims["exp"] = .integer(now + 15_777_000) }
    #expect(try await answer(try changed("client_secret", secret)).hasSuffix(" 200"))
  }

  @Test(
    "a signature by another key, in DER, cut off or missing is invalid_client", arguments: 0..<4)
  func signature(kind: Int) async throws {
    let parts = try fixture.secret().split(separator: ".").map(String.init)
    let message = "\(parts[0]).\(parts[1])"
    let raw = try #require(Base64URL.decode(parts[2]))
    let other = try PrivateKey.generateP256().sign(Array(message.utf8), by: .es256)
    // A DER signature of two 32-byte numbers, which some libraries produce.
    let der: [UInt8] = [0x30, 68, 0x02, 32] + raw.prefix(32) + [0x02, 32] + raw.suffix(32)
    let bytes: [UInt8] = [other, der, Array(raw.dropLast()), []][kind]
    let fields = try changed("client_secret", message + "." + Base64URL.encode(bytes))
    #expect(try await answer(fields) == #"{"error":"invalid_client"} 400"#)
  }

  @Test("a client that is not registered is invalid_client")
  func unknownClient() async throws {
    let secret = try fixture.secret { claims, _ in claims["sub"] = "com.example.none" }
    let fields = [
      ("client_id", "com.example.none"), ("client_secret", secret),
      ("grant_type", "refresh_token"), ("refresh_token", token),
    ]
    #expect(try await answer(fields) == #"{"error":"invalid_client"} 400"#)
  }

  @Test(
    "a parameter that is missing is invalid_request",
    arguments: ["client_id", "client_secret", "grant_type", "refresh_token"])
  func missing(name: String) async throws {
    #expect(try await answer(try changed(name, nil)) == #"{"error":"invalid_request"} 400"#)
  }

  @Test("a parameter that comes twice is invalid_request")
  func duplicate() async throws {
    let fields = try fixture.fields(token) + [("refresh_token", token)]
    #expect(try await answer(fields) == #"{"error":"invalid_request"} 400"#)
  }

  @Test("another media type is invalid_request", arguments: ["application/json", "text/plain"])
  func mediaType(type: String) async throws {
    let options = ["--header", "Content-Type: \(type)"]
    let fields = try fixture.fields(token)
    #expect(try await answer(fields, options) == #"{"error":"invalid_request"} 400"#)
  }

  @Test("a media type with a charset is accepted")
  func mediaTypeWithCharset() async throws {
    let type = "Content-Type: application/x-www-form-urlencoded; charset=UTF-8"
    let text = try await answer(try fixture.fields(token), ["--header", type])
    #expect(text.hasSuffix(" 200"))
  }

  @Test("a grant type that does not exist is unsupported_grant_type")
  func grantType() async throws {
    let fields = try changed("grant_type", "password")
    #expect(try await answer(fields) == #"{"error":"unsupported_grant_type"} 400"#)
  }

  @Test("a token nobody has, and one of another client, are invalid_grant")
  func wrongToken() async throws {
    let other = try fixture.sandbox.addUser("001", client: SandboxFixture.otherClient)
    let unknown = try await fixture.post(try fixture.fields("r.none"))
    #expect(unknown.text == #"{"error":"invalid_grant"} 400"#)
    #expect(try await answer(try fixture.fields(other)) == #"{"error":"invalid_grant"} 400"#)
  }

  @Test("a bad secret is told before a bad token")
  func secretFirst() async throws {
    let secret = try fixture.secret { claims, _ in claims["iss"] = "TEAM123457" }
    let fields = try changed("client_secret", secret).map { field in
      field.0 == "refresh_token" ? ("refresh_token", "r.none") : field
    }
    #expect(try await answer(fields) == #"{"error":"invalid_client"} 400"#)
  }

  @Test("a request without a User-Agent is refused by a page")
  func userAgent() async throws {
    let text = try await answer(try fixture.fields(token), ["--header", "User-Agent:"])
    #expect(text.hasSuffix(" 403"))
    #expect(text.hasPrefix("<!DOCTYPE html>"))
  }
}
