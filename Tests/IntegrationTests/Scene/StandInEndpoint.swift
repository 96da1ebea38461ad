internal import Crypto
internal import HTTPServer
internal import Linux
internal import Support

/// A token endpoint over TLS whose answers the test chooses, for each client.
final class StandInEndpoint: Sendable {
  /// What a provider answers for a token that lives.
  static let good = ServerResponse(
    status: 200, headers: [HeaderField("Content-Type", "application/json")],
    body: Array(#"{"access_token":"a","token_type":"Bearer","expires_in":3600}"#.utf8))

  /// A line for each request: `client=ID number=N`, N from 1 for each client.
  let asked = LineLog()
  /// The file with the authority of its certificate.
  let authority: String
  private let server: WebServer
  private let answers: Lock<[String: ServerResponse]>

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
    let answers = Lock<[String: ServerResponse]>([:])
    let counts = Lock<[String: Int]>([:])
    let asked = asked
    self.answers = answers
    let tls = WebServerConfiguration.TLS(
      certificate: certificate, key: try key.pem().revealText() ?? "")
    server = try WebServer(
      configuration: WebServerConfiguration(address: "127.0.0.1", tls: tls)
    ) { request, responder in
      let client = Self.client(request)
      let number = counts.withLock { counts in
        counts[client, default: 0] += 1
        return counts[client] ?? 0
      }
      asked.append("client=\(client) number=\(number).")
      responder.send(answers.withLock { $0[client] } ?? Self.good)
    }
  }

  deinit { server.stopAndWait(grace: .zero) }

  /// Answers the client's further requests so.
  func answer(_ client: String, _ response: ServerResponse) {
    answers.withLock { $0[client] = response }
  }

  /// How often the client has asked.
  func count(_ client: String) -> Int { asked.lines(with: "client=\(client) ").count }

  /// The client that a form names.
  private static func client(_ request: ServerRequest) -> String {
    let fields = String(decoding: request.body, as: UTF8.self).split(separator: "&")
    let field = fields.first { $0.hasPrefix("client_id=") }
    return field.map { String($0.dropFirst("client_id=".count)) } ?? ""
  }
}
