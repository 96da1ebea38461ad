internal import Crypto
internal import HTTPServer
internal import Linux
internal import Support

/// A token endpoint over TLS whose answers the test chooses, for each client or token.
final class StandInEndpoint: Sendable {
  /// What a provider answers for a token that lives.
  static let good = ServerResponse(
    status: 200, headers: [HeaderField("Content-Type", "application/json")],
    body: Array(#"{"access_token":"a","token_type":"Bearer","expires_in":3600}"#.utf8))
  /// What a provider answers for a token that is dead.
  static let dead = ServerResponse(
    status: 400, headers: [HeaderField("Content-Type", "application/json")],
    body: Array(#"{"error":"invalid_grant"}"#.utf8))

  /// What is answered for one token.
  private struct Plan {
    /// The next answers, in order; the client's after them.
    var next: [ServerResponse] = []
    /// Whether requests after those wait for `release`.
    var isHeld = false
    var waiting: [Responder] = []
  }

  private struct State {
    var counts: [String: Int] = [:]
    var answers: [String: ServerResponse] = [:]
    var plans: [String: Plan] = [:]
  }

  /// A line for each request: `client=ID number=N. token=T.`, N from 1 for each client.
  let asked = LineLog()
  /// A line for each request that waits: `token=T.`.
  let held = LineLog()
  /// The file with the authority of its certificate.
  let authority: String
  private let server: WebServer
  private let state: Lock<State>

  /// Where it answers.
  var url: String { "https://127.0.0.1:\(server.port)" }

  /// Begins to answer; keeps its authority in `folder`.
  init(_ folder: TemporaryFolder) throws {
    let now = WallClock.milliseconds() / 1000
    let authority = try CertificateAuthority(commonName: "stand-in", now: now, days: 1)
    let key = try PrivateKey.generateP256()
    let certificate = try authority.issue(
      for: key, names: ["localhost"], addresses: ["127.0.0.1"], now: now, days: 1)
    self.authority = folder.write("stand-in.pem", authority.certificate)
    let state = Lock(State())
    self.state = state
    let (asked, held) = (asked, held)
    let tls = WebServerConfiguration.TLS(
      certificate: certificate, key: try key.pem().revealText() ?? "")
    server = try WebServer(
      configuration: WebServerConfiguration(address: "127.0.0.1", tls: tls)
    ) { request, responder in
      let client = Self.field("client_id", of: request)
      let token = Self.field("refresh_token", of: request)
      let (number, answer) = state.withLock { Self.take(client, token, responder, &$0) }
      asked.append("client=\(client) number=\(number). token=\(token).")
      if let answer { responder.send(answer) } else { held.append("token=\(token).") }
    }
  }

  deinit { server.stopAndWait(grace: .zero) }

  /// Answers the client's further requests so.
  func answer(_ client: String, _ response: ServerResponse) {
    state.withLock { $0.answers[client] = response }
  }

  /// Answers the next requests about a token so, in order.
  func answer(token: String, _ responses: [ServerResponse]) {
    state.withLock { $0.plans[token, default: Plan()].next += responses }
  }

  /// Lets the requests about a token wait that come after its planned answers.
  func hold(token: String) { state.withLock { $0.plans[token, default: Plan()].isHeld = true } }

  /// Answers the requests that wait, and holds no further ones back.
  func release(token: String, _ response: ServerResponse) {
    let waiting = state.withLock { $0.plans.removeValue(forKey: token)?.waiting ?? [] }
    for responder in waiting { responder.send(response) }
  }

  /// How often the client has asked.
  func count(_ client: String) -> Int { asked.lines(with: "client=\(client) ").count }

  /// The section of a provider that asks here, named like its client.
  func section(_ name: String, folder: String, timeout: String = "20s") -> String {
    """
    [provider.\(name)]
    kind = "sandbox"
    endpoint = "\(url)"
    ca_file = "\(authority)"
    team_id = "TEAM123456"
    key_id = "KEY1234567"
    key_file = "\(folder)/sandbox/AuthKey_KEY1234567.p8"
    clients = ["\(name)"]
    interval = "1s"
    stale_after = "1d"
    confirm_after = "1s"
    request_timeout = "\(timeout)"

    """
  }

  /// Counts a request and takes its answer; nil when it waits.
  private static func take(
    _ client: String, _ token: String, _ responder: Responder, _ state: inout State
  ) -> (number: Int, answer: ServerResponse?) {
    state.counts[client, default: 0] += 1
    let number = state.counts[client] ?? 0
    if var plan = state.plans[token] {
      defer { state.plans[token] = plan }
      if !plan.next.isEmpty { return (number, plan.next.removeFirst()) }
      if plan.isHeld {
        plan.waiting.append(responder)
        return (number, nil)
      }
    }
    return (number, state.answers[client] ?? good)
  }

  /// A field of a form.
  private static func field(_ name: String, of request: ServerRequest) -> String {
    let fields = String(decoding: request.body, as: UTF8.self).split(separator: "&")
    let field = fields.first { $0.hasPrefix("\(name)=") }
    return field.map { String($0.dropFirst(name.count + 1)) } ?? ""
  }
}
