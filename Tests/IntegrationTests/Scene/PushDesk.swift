internal import Crypto
internal import HTTPServer
internal import JOSE
internal import JSON
internal import Linux
internal import SQLite
internal import Support

/// A team's transmitter of notifications: signs them with a key that its stand-in publishes.
struct PushDesk: Sendable {
  /// The provider and its client.
  static let client = "solo"

  let scene: Scene
  let endpoint: StandInEndpoint
  private let key: PrivateKey
  private static let keyID = KeyID("push-key")

  /// Begins to publish the key at the stand-in of a new scene.
  init(
    _ settings: SceneSettings = SceneSettings(), pushes: String = "baseline = false\n"
  ) async throws {
    scene = try await Scene()
    endpoint = try StandInEndpoint(scene.folder)
    key = try .generateRSA()
    var settings = settings
    settings.more += endpoint.section(Self.client, folder: scene.folder.path) + pushes
    scene.configure(settings)
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    try publish()
  }

  /// Publishes the key set.
  func publish() throws {
    let member = try JSONWebKey.members(of: key.publicKey(), id: Self.keyID, algorithm: .rs256)
    let body = JSONValue.object(JSONObject([("keys", .array([.object(member)]))])).encoded()
    answerKeys(200, body)
  }

  /// Answers requests for the key set so: they name no client.
  func answerKeys(_ status: Int, _ body: String) {
    endpoint.answer(
      "",
      ServerResponse(
        status: status, headers: [HeaderField("Content-Type", "application/json")],
        body: Array(body.utf8)))
  }

  /// A notification of now, as it comes on the wire.
  func notification(
    _ type: String, of subject: String, id: String, audience: String = client,
    signedBy other: PrivateKey? = nil
  ) throws -> String {
    let now = WallClock.milliseconds()
    let event = JSONObject([
      ("type", .string(type)), ("sub", .string(subject)), ("event_time", .integer(now)),
    ])
    let claims = JSONObject([
      ("iss", .string("https://appleid.apple.com")), ("aud", .string(audience)),
      ("iat", .integer(now / 1000)), ("exp", .integer(now / 1000 + 86_400)),
      ("jti", .string(id)), ("events", .string(JSONValue.object(event).encoded())),
    ])
    let signer = TokenSigner(key: other ?? key, algorithm: .rs256, keyID: Self.keyID)
    return JSONValue.object(JSONObject([("payload", .string(try signer.token(claims)))])).encoded()
  }

  /// Hands a body over as an endpoint would; the answer's members.
  func push(_ body: String, status: Int32 = 0) async throws -> JSONObject {
    let run = try await scene.ctl("push", Self.client, "--json", input: body)
    guard run.status == status,
      let answer = try JSONValue.parse(Array(run.text.utf8), maximumBytes: 65_536)["push"]?.object
    else { throw Scene.Failure(description: "status \(run.status): \(run.text)\(run.errors)") }
    return answer
  }

  /// Starts runner and daemon.
  func start(prefix: [String] = []) async throws {
    try await scene.startRunner()
    try await scene.startDaemon(prefix: prefix)
    try await scene.listen()
  }

  /// Enrols users long enough ago for a push of now to be newer, with the daemon down meanwhile.
  func enrol(_ subjects: [String], prefix: [String] = []) async throws {
    let desk = try await EnrolmentDesk(scene)
    for subject in subjects {
      try await desk.register(
        subject, provider: Self.client, client: Self.client, token: "token-\(subject)")
      try await scene.signals.line(with: "subject=\(subject)", "state=authorized")
    }
    try await scene.daemon().stop()
    try Self.age(scene.folder.file("state/store.db"))
    try await scene.startDaemon(prefix: prefix)
  }

  /// Has all tokens handed over an hour earlier.
  private static func age(_ path: String) throws {
    let store = try Connection(
      path: path, options: ConnectionOptions(mode: .readWrite, busyTimeout: .seconds(5)))
    try store.run("UPDATE grants SET given = given - 3600000")
  }

  /// The state of a user.
  func state(_ subject: String) async throws -> String? {
    let row = try await scene.ctl("show", Self.client, subject, "--json")
    return try JSONValue.parse(Array(row.text.utf8), maximumBytes: 65_536)["credential"]?["state"]?
      .string
  }
}
