internal import Crypto
internal import HTTPServer
internal import Linux
internal import Support

/// A token endpoint over TLS that gives a new refresh token at each refresh and ends all tokens of a user
/// when an old one is presented again, as RFC 9700 §4.14.2 has it.
///
/// The tokens of a user are `USER.1.`, `USER.2.` and so on, with a mark in front that no log may show.
final class RotatingEndpoint: Sendable {
  /// In front of every token.
  static let mark = "SECRETMARK"

  /// What becomes of an answer whose token was replaced.
  enum Fate: Sendable {
    /// It is sent.
    case sent
    /// It is never sent, and the connection ends.
    case dropped
    /// The request is not dealt with: the connection ends, and the token stays good.
    case ignored
    /// It is a failing gateway's.
    case gateway
    /// It waits for `release`.
    case held
    /// It has an identity token that nobody can check.
    case withOddIdentity
  }

  private struct State {
    /// The number of the good token of each user; 0 when all were ended.
    var current: [String: Int] = [:]
    var fates: [String: [Fate]] = [:]
    var waiting: [(responder: Responder, answer: ServerResponse)] = []
    var count = 0
  }

  /// A line for each request: `number=N. token=USER.N. outcome`, the outcome being `rotated`, `reused` or
  /// `refused`.
  let seen = LineLog()
  /// The file with the authority of its certificate.
  let authority: String
  private let server: WebServer
  private let state: Lock<State>

  /// Begins to answer; keeps its authority in `folder`.
  init(_ folder: TemporaryFolder) throws {
    let now = WallClock.milliseconds() / 1000
    let authority = try CertificateAuthority(commonName: "rotating", now: now, days: 1)
    let key = try PrivateKey.generateP256()
    let certificate = try authority.issue(
      for: key, names: ["localhost"], addresses: ["127.0.0.1"], now: now, days: 1)
    self.authority = folder.write("rotating.pem", authority.certificate)
    let state = Lock(State())
    self.state = state
    let seen = seen
    let tls = WebServerConfiguration.TLS(
      certificate: certificate, key: try key.pem().revealText() ?? "")
    server = try WebServer(
      configuration: WebServerConfiguration(address: "127.0.0.1", tls: tls)
    ) { request, responder in
      let (line, answer) = state.withLock { Self.take(request, responder, &$0) }
      seen.append(line)
      if let answer { responder.send(answer) }
    }
  }

  deinit { server.stopAndWait(grace: .zero) }

  /// Makes a user; gives the first token.
  func add(_ user: String) -> String {
    state.withLock { $0.current[user] = 1 }
    return "\(Self.mark)\(user).1."
  }

  /// Decides what becomes of the next answers about a user, in order.
  func plan(_ user: String, _ fates: Fate...) {
    state.withLock { $0.fates[user, default: []] += fates }
  }

  /// Sends the answers that wait.
  func release() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    for (responder, answer) in waiting { responder.send(answer) }
  }

  /// Requests with a token that had been used up before.
  var reuses: [String] { seen.lines(with: " reused") }

  /// The section of a provider that asks here.
  func section(
    _ name: String, folder: String, interval: String = "1s", rotation: String = "rotating = true"
  ) -> String {
    """
    [provider.\(name)]
    kind = "sandbox"
    \(rotation)
    endpoint = "https://127.0.0.1:\(server.port)"
    ca_file = "\(authority)"
    team_id = "TEAM123456"
    key_id = "KEY1234567"
    key_file = "\(folder)/sandbox/AuthKey_KEY1234567.p8"
    clients = ["com.example.app"]
    interval = "\(interval)"
    stale_after = "1d"
    confirm_after = "1s"
    baseline = false

    """
  }

  private static func take(
    _ request: ServerRequest, _ responder: Responder, _ state: inout State
  ) -> (line: String, answer: ServerResponse?) {
    state.count += 1
    let token = field("refresh_token", of: request)
    let parts = token.dropFirst(mark.count).split(separator: ".")
    let user = parts.first.map(String.init) ?? ""
    let number = parts.count > 1 ? Int(parts[1]) ?? -1 : -1
    let line = "number=\(state.count). token=\(user).\(number)."
    guard let current = state.current[user], current > 0, number > 0 else {
      return ("\(line) refused", refusal)
    }
    guard number == current else {
      state.current[user] = 0
      return ("\(line) reused", refusal)
    }
    if state.fates[user]?.first == .ignored {
      state.fates[user]?.removeFirst()
      return ("\(line) ignored", dropped)
    }
    state.current[user] = current + 1
    return ("\(line) rotated", answer(to: user, responder, &state))
  }

  private static func answer(
    to user: String, _ responder: Responder, _ state: inout State
  ) -> ServerResponse? {
    let fate = state.fates[user]?.isEmpty == false ? state.fates[user]?.removeFirst() : nil
    let token = "\(mark)\(user).\(state.current[user] ?? 0)."
    switch fate ?? .sent {
    case .sent: return good(token)
    case .dropped, .ignored: return dropped
    case .gateway: return ServerResponse(status: 502, headers: [], body: [])
    case .withOddIdentity: return good(token, more: #","id_token":"a.b""#)
    case .held:
      state.waiting.append((responder, good(token)))
      return nil
    }
  }

  private static func good(_ token: String, more: String = "") -> ServerResponse {
    let text =
      #"{"access_token":"a","token_type":"Bearer","expires_in":3600,"refresh_token":""#
      + "\(token)\"\(more)}"
    return ServerResponse(
      status: 200, headers: [HeaderField("Content-Type", "application/json")],
      body: Array(text.utf8))
  }

  private static let dropped = ServerResponse(
    status: 200, headers: [], body: [], delivery: .dropped)

  private static let refusal = ServerResponse(
    status: 400, headers: [HeaderField("Content-Type", "application/json")],
    body: Array(#"{"error":"invalid_grant"}"#.utf8))

  /// A field of a form.
  private static func field(_ name: String, of request: ServerRequest) -> String {
    let fields = String(decoding: request.body, as: UTF8.self).split(separator: "&")
    let field = fields.first { $0.hasPrefix("\(name)=") }
    return field.map { String($0.dropFirst(name.count + 1)) } ?? ""
  }
}
