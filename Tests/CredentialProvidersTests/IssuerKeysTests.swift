internal import CredentialCore
internal import Crypto
internal import HTTP
internal import HTTPServer
internal import JOSE
internal import JSON
internal import Linux
internal import Testing

@testable internal import CredentialProviders

@Suite("Keys that are fetched from their issuer", .timeLimit(.minutes(5)))
struct IssuerKeysTests {
  /// An issuer whose answers and whose time a test sets.
  private final class Issuer: Sendable {
    /// What the next answers are.
    struct State {
      var answer = ServerResponse(status: 503)
      var requests = 0
      var seconds: Int64 = 1_700_000_000
    }

    let state: Lock<State>
    let server: WebServer
    let client: HTTPClient
    let keys: IssuerKeys

    init() throws {
      let state = Lock(State())
      self.state = state
      server = try WebServer(configuration: WebServerConfiguration(address: "127.0.0.1")) {
        _, responder in
        responder.send(
          state.withLock { state in
            state.requests += 1
            return state.answer
          })
      }
      var configuration = HTTPConfiguration(userAgent: "credstate-test/1")
      configuration.allowsPlainText = true
      (configuration.connectTimeout, configuration.totalTimeout) = (.seconds(300), .seconds(300))
      client = try HTTPClient(configuration)
      keys = IssuerKeys(address: "http://127.0.0.1:\(server.port)/keys", client: client) {
        Moment(milliseconds: state.withLock { $0.seconds } * 1000)
      }
    }

    var requests: Int { state.withLock { $0.requests } }

    func advance(_ seconds: Int64) { state.withLock { $0.seconds += seconds } }

    func publish(_ signers: [Signer]) throws {
      let members = try signers.map { JSONValue.object(try $0.published()) }
      let body = JSONValue.object(JSONObject([("keys", .array(members))])).encoded()
      answer(200, body)
    }

    func answer(_ status: Int, _ body: String) {
      let fields = [HeaderField("Content-Type", "application/json")]
      state.withLock {
        $0.answer = ServerResponse(status: status, headers: fields, body: Array(body.utf8))
      }
    }

    func stop() async {
      client.close()
      await server.stop(grace: .zero)
    }
  }

  /// A key of the issuer.
  private struct Signer {
    let id: KeyID
    let key: PrivateKey

    init(_ id: String) throws {
      self.id = KeyID(id)
      key = try .generateP256()
    }

    func published() throws -> JSONObject {
      try JSONWebKey.members(of: key.publicKey(), id: id, algorithm: .es256)
    }

    func token() throws -> CompactJWS {
      let signer = TokenSigner(key: key, algorithm: .es256, keyID: id)
      return try CompactJWS(signer.token(JSONObject([("sub", "a")])))
    }
  }

  private static let rules = SignatureRules(algorithms: [.es256], types: .any)

  private static func word(_ issuer: Issuer, _ token: CompactJWS) async -> String {
    switch await issuer.keys.verify(token, rules) {
    case .verified: "verified"
    case .refused(let fault): fault.code.rawValue
    case .unavailable(let reason): "unavailable: \(reason)"
    }
  }

  @Test("forty tokens that come at once cause one fetch, and all are verified")
  func together() async throws {
    let issuer = try Issuer()
    let signer = try Signer("a")
    try issuer.publish([signer])
    let token = try signer.token()
    let words = await withTaskGroup(of: String.self) { group in
      for _ in 0..<40 { group.addTask { await Self.word(issuer, token) } }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(words == ["verified"] && issuer.requests == 1)
    await issuer.stop()
  }

  @Test("an answer that is no key set makes no token bad, and the next good one makes it verified")
  func failing() async throws {
    let issuer = try Issuer()
    let signer = try Signer("a")
    let token = try signer.token()
    let reason = "unavailable: the issuer's keys cannot be fetched: the answer has status 503"
    #expect(await Self.word(issuer, token) == reason)
    #expect(await Self.word(issuer, token) == reason)
    #expect(issuer.requests == 1)
    issuer.advance(10)
    issuer.answer(200, "<html>sign in to the network</html>")
    #expect(await Self.word(issuer, token).contains("not acceptable JSON"))
    issuer.advance(10)
    try issuer.publish([signer])
    #expect(await Self.word(issuer, token) == "verified")
    #expect(issuer.requests == 3)
    await issuer.stop()
  }

  @Test("a new key of the issuer is fetched once, and a made-up one is refused by a newer set")
  func rotation() async throws {
    let issuer = try Issuer()
    let (old, new, forged) = (try Signer("a"), try Signer("b"), try Signer("x"))
    try issuer.publish([old])
    #expect(await Self.word(issuer, try old.token()) == "verified")
    try issuer.publish([old, new])
    issuer.advance(1)
    #expect(
      await Self.word(issuer, try new.token()).hasPrefix("unavailable: the token names a key"))
    issuer.advance(60)
    #expect(await Self.word(issuer, try new.token()) == "verified")
    issuer.advance(60)
    #expect(await Self.word(issuer, try forged.token()) == "unknown_key")
    #expect(issuer.requests == 3)
    await issuer.stop()
  }
}
