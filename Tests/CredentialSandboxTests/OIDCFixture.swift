internal import CredentialSandbox
internal import Crypto
internal import JSON
internal import Linux
internal import Support
internal import Testing

/// A sandbox of the kind `oidc` or its like for one test, and curl(1) as its client.
struct OIDCFixture {
  static let client = "one"
  static let other = "two"

  let sandbox: Sandbox
  let folder = TemporaryFolder()
  /// When it stands still; nil when it does not.
  private let time: Int64?

  /// A `time` stands still.
  init(
    _ kind: SandboxKind = .oidc, at time: Int64? = nil,
    _ change: (inout SandboxSettings) -> Void = { _ in }
  ) throws {
    self.time = time
    var settings = SandboxSettings(directory: folder.file("sandbox"), kind: kind)
    settings.clients = [Self.client, Self.other]
    change(&settings)
    sandbox = try Sandbox(settings: settings, clock: { time ?? WallClock.milliseconds() })
  }

  /// A status code and a JSON body.
  struct Answer {
    let status: String
    let text: String
    let body: JSONObject

    subscript(name: String) -> String? { body[name]?.string }
  }

  /// Asks, by POST when there are fields.
  func ask(
    _ path: String, _ fields: [(String, String)] = [], _ options: [String] = []
  ) async throws -> Answer {
    let data = fields.flatMap { ["--data-urlencode", "\($0.0)=\($0.1)"] }
    let words = [
      "curl", "--silent", "--show-error", "--max-time", "300", "--write-out", " %{http_code}",
      "--cacert", sandbox.files.authority,
    ]
    let url = path.hasPrefix("https:") ? path : sandbox.url + path
    let run = try await ProgramRun.run(words + data + options + [url])
    let end = try #require(run.text.lastIndex(of: " "))
    let text = String(run.text[..<end])
    let value = try? JSONValue.parse(Array(text.utf8), maximumBytes: 1 << 20)
    return Answer(
      status: String(run.text[run.text.index(after: end)...]), text: text,
      body: value?.object ?? JSONObject())
  }

  /// How a client shows its secret in a form.
  func proof(_ client: String = OIDCFixture.client) -> [(String, String)] {
    [("client_id", client), ("client_secret", sandbox.clientSecret)]
  }

  /// Refreshes.
  func refresh(_ token: String, client: String = OIDCFixture.client) async throws -> Answer {
    try await ask(
      "/token", proof(client) + [("grant_type", "refresh_token"), ("refresh_token", token)])
  }

  /// The claims of a token, not verified.
  static func claims(_ token: String?) throws -> JSONObject {
    let parts = try #require(token).split(separator: ".").map(String.init)
    let bytes = try #require(Base64URL.decode(parts[1]))
    return try #require(try JSONValue.parse(bytes, maximumBytes: 65_536).object)
  }

  /// The authority of a client assertion; `change` makes it bad.
  func assertion(_ change: (inout JSONObject) -> Void = { _ in }) throws -> [(String, String)] {
    let now = (time ?? WallClock.milliseconds()) / 1_000
    var claims = JSONObject([
      ("iss", .string(Self.client)), ("sub", .string(Self.client)),
      ("aud", .string(sandbox.url + "/token")), ("exp", .integer(now + 60)),
      ("iat", .integer(now)), ("jti", .string(Base64URL.encode(randomBytes(9)))),
    ])
    change(&claims)
    let header = JSONObject([("alg", "ES256"), ("kid", "KEY1234567")])
    let parts = [header, claims].map { Base64URL.encode(JSONValue.object($0).encoded().utf8) }
    let message = parts.joined(separator: ".")
    let key = try PrivateKey(pem: sandbox.signingKey)
    let signature = try key.sign(Array(message.utf8), by: .es256)
    return [
      ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
      ("client_assertion", message + "." + Base64URL.encode(signature)),
    ]
  }
}
