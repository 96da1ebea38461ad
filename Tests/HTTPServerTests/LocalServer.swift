internal import Crypto
internal import HTTPServer
internal import Linux
internal import Support

/// A TLS server of our own for one test, and curl(1) as its client.
struct LocalServer {
  let server: WebServer
  let folder = TemporaryFolder()
  let host: String

  init(
    address: String = "127.0.0.1", maximumHead: Int? = nil, maximumBody: Int = 1_000,
    handler: @escaping @Sendable (ServerRequest, Responder) -> Void
  ) throws {
    let now = WallClock.milliseconds() / 1_000
    let authority = try CertificateAuthority(commonName: "test", now: now, days: 1)
    let key = try PrivateKey.generateP256()
    let certificate = try authority.issue(
      for: key, names: ["localhost"], addresses: ["127.0.0.1", "::1"], now: now, days: 1)
    folder.write("ca.pem", authority.certificate)
    var configuration = WebServerConfiguration(
      address: address,
      tls: .init(certificate: certificate, key: try key.pem().revealText() ?? ""),
      maximumBody: maximumBody)
    if let maximumHead { configuration.maximumHead = maximumHead }
    server = try WebServer(configuration: configuration, handler: handler)
    host = address.contains(":") ? "[\(address)]" : address
  }

  func curl(_ path: String, _ options: [String] = []) async throws -> ProgramRun {
    let words = ["curl", "--silent", "--show-error", "--max-time", "300"]
    return try await ProgramRun.run(
      words + ["--cacert", folder.file("ca.pem")] + options
        + ["https://\(host):\(server.port)\(path)"])
  }
}
