internal import CredentialSandbox
internal import Crypto
internal import JSON
internal import Linux
internal import Support

/// A sandbox of one test, and curl(1) as the service that talks to it.
struct SandboxFixture {
  static let client = "com.example.app"
  static let otherClient = "com.example.web"

  let sandbox: Sandbox
  let folder = TemporaryFolder()
  let key: PrivateKey

  init() throws {
    var settings = SandboxSettings(directory: folder.file("sandbox"))
    settings.clients = [Self.client, Self.otherClient]
    sandbox = try Sandbox(settings: settings, clock: WallClock.milliseconds)
    key = try PrivateKey(pem: sandbox.signingKey)
  }

  /// The claims of a good client secret; `change` makes them bad.
  func secret(
    header: JSONObject = JSONObject([("alg", "ES256"), ("kid", "KEY1234567")]),
    change: (inout JSONObject, Int64) -> Void = { _, _ in }
  ) throws -> String {
    let now = WallClock.milliseconds() / 1_000
    var claims = JSONObject([
      ("iss", "TEAM123456"), ("iat", .integer(now)), ("exp", .integer(now + 300)),
      ("aud", "https://appleid.apple.com"), ("sub", .string(Self.client)),
    ])
    change(&claims, now)
    let parts = [header, claims].map { Base64URL.encode(JSONValue.object($0).encoded().utf8) }
    let message = parts.joined(separator: ".")
    return message + "." + Base64URL.encode(try key.sign(Array(message.utf8), by: .es256))
  }

  /// The fields of a good look at `token`.
  func fields(_ token: String) throws -> [(String, String)] {
    [
      ("client_id", Self.client), ("client_secret", try secret()),
      ("grant_type", "refresh_token"), ("refresh_token", token),
    ]
  }

  /// Posts a form and gives curl's run; its text is the body, a space and the status code.
  func post(
    _ fields: [(String, String)], path: String = "/auth/token", options: [String] = []
  ) async throws -> ProgramRun {
    let data = fields.flatMap { ["--data-urlencode", "\($0.0)=\($0.1)"] }
    return try await curl(path, data + options)
  }

  /// Runs curl against the sandbox.
  func curl(_ path: String, _ options: [String]) async throws -> ProgramRun {
    let words = ["curl", "--silent", "--show-error", "--max-time", "300", "--write-out"]
    return try await ProgramRun.run(
      words + [" %{http_code}", "--cacert", sandbox.files.authority] + options
        + [sandbox.url + path])
  }
}
