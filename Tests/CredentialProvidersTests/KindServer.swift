internal import CredentialCore
internal import Crypto
internal import HTTPServer
internal import Linux
internal import Support

/// A peer over TLS for one kind, as a function of the request; every request is kept.
final class KindServer: Sendable {
  let folder = TemporaryFolder()
  private let server: WebServer
  private let seen: Lock<[ServerRequest]>

  init(_ answer: @escaping @Sendable (ServerRequest) -> ServerResponse) throws {
    let now = WallClock.milliseconds() / 1000
    let authority = try CertificateAuthority(commonName: "peer", now: now, days: 1)
    let key = try PrivateKey.generateP256()
    let certificate = try authority.issue(
      for: key, names: ["localhost"], addresses: ["127.0.0.1"], now: now, days: 1)
    folder.write("ca.pem", authority.certificate)
    let seen = Lock<[ServerRequest]>([])
    self.seen = seen
    let configuration = WebServerConfiguration(
      address: "127.0.0.1",
      tls: .init(certificate: certificate, key: try key.pem().revealText() ?? ""))
    server = try WebServer(configuration: configuration) { request, responder in
      seen.withLock { $0.append(request) }
      responder.send(answer(request))
    }
  }

  var url: String { "https://127.0.0.1:\(server.port)" }

  var requests: [ServerRequest] { seen.withLock { $0 } }

  func stop() async { await server.stop(grace: .zero) }

  /// The keys that lead to this peer.
  var keys: [(String, ConfigurationNode.Content)] {
    [("endpoint", .text(url)), ("ca_file", .text(folder.file("ca.pem")))]
  }

  /// An answer of JSON.
  static func json(_ status: Int, _ body: String) -> ServerResponse {
    ServerResponse(
      status: status, headers: [HeaderField("Content-Type", "application/json;charset=UTF-8")],
      body: Array(body.utf8))
  }

  /// A look at a user of a client.
  static func look(_ subject: String, client: String, token: String = "unused.token") throws -> Look
  {
    try AppleAnswers.look(subject: subject, client: client, token: token)
  }
}
