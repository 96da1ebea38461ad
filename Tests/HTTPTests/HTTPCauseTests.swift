internal import Crypto
internal import HTTP
internal import HTTPServer
internal import Linux
internal import Support
internal import Testing

@Suite("HTTP client, what exactly goes wrong", .timeLimit(.minutes(5)))
struct HTTPCauseTests {
  private let folder = TemporaryFolder()
  private let now = WallClock.milliseconds() / 1000

  /// A TLS server whose certificate was issued `daysAgo` for one day and these names.
  private func server(
    _ authority: CertificateAuthority, daysAgo: Int64 = 0, addresses: [String] = ["127.0.0.1"]
  ) throws -> WebServer {
    let key = try PrivateKey.generateP256()
    let certificate = try authority.issue(
      for: key, names: ["localhost"], addresses: addresses, now: now - daysAgo * 86_400, days: 1)
    let tls = WebServerConfiguration.TLS(
      certificate: certificate, key: try key.pem().revealText() ?? "")
    return try WebServer(
      configuration: WebServerConfiguration(address: "127.0.0.1", tls: tls)
    ) { $1.send(ServerResponse(status: 200)) }
  }

  private func authority(_ name: String) throws -> CertificateAuthority {
    try CertificateAuthority(commonName: name, now: now - 100 * 86_400, days: 200)
  }

  private func cause(
    at port: UInt16, trusting authority: CertificateAuthority
  ) async throws -> HTTPFailure.Cause? {
    folder.write("ca.pem", authority.certificate)
    let client = try HTTPClient(.loopback { $0.caFile = folder.file("ca.pem") })
    defer { client.close() }
    let failure = await client.failure(of: post("https://127.0.0.1:\(port)/"))
    #expect(failure?.kind == .certificate && failure?.mayHaveBeenSent == false)
    return failure?.cause
  }

  @Test("a certificate that is expired, not valid yet, of nobody known or for another name")
  func certificates() async throws {
    let known = try authority("known")
    let cases: [(WebServer, HTTPFailure.Cause)] = [
      (try server(known, daysAgo: 10), .certificateExpired),
      (try server(known, daysAgo: -10), .certificateNotYetValid),
      (try server(try authority("stranger")), .certificateUntrusted),
      (try server(known, addresses: ["127.0.0.2"]), .certificateName),
    ]
    for (server, expected) in cases {
      #expect(try await cause(at: server.port, trusting: known) == expected)
      await server.stop(grace: .zero)
    }
  }

  @Test("nobody listens, or it is the proxy that cannot be found or refuses the tunnel")
  func connections() async throws {
    let port = SilentPort(listening: false)
    let direct = try HTTPClient(.loopback())
    let refused = await direct.failure(of: post("http://127.0.0.1:\(port.number)/"))
    #expect(refused?.cause == .connectionRefused)
    let lost = try HTTPClient(.loopback { $0.proxy = HTTPProxy("http://proxy.invalid:3128") })
    let unknown = await lost.failure(of: post("https://127.0.0.1/"))
    #expect(unknown?.kind == .resolve && unknown?.cause == .proxyNotFound)
    for status in [407, 403] {
      let server = try LoopbackServer { _, _ in ServerResponse(status: status) }
      let client = try HTTPClient(.loopback { $0.proxy = HTTPProxy(server.url("")) })
      let failure = await client.failure(of: post("https://127.0.0.1/"))
      #expect(failure?.cause == .proxyRefused(status: status), "\(String(describing: failure))")
      #expect(failure?.mayHaveBeenSent == false)
      await server.stop()
    }
  }

  @Test("a proxy is shown without its password, and is used but for excepted hosts")
  func proxies() {
    #expect(HTTPProxy("http://user:CANARY@p:3128").place == "http://p:3128")
    #expect(HTTPProxy("http://us@er:CAN@ARY@p:3128/x").place == "http://p:3128")
    #expect(HTTPProxy("socks5h://[::1]:1080").place == "socks5h://[::1]:1080")
    var configuration = HTTPConfiguration(userAgent: "test")
    #expect(!configuration.usesProxy(for: "https://a.example/x"))
    configuration.proxy = HTTPProxy("http://p:3128")
    configuration.noProxy = ["b.example", ".c.example", "::1", "127.0.0.1"]
    for (url, isUsed) in [
      ("https://a.example/x", true), ("https://b.example:443/x", false),
      ("https://x.B.example", false), ("https://xb.example", true), ("https://c.example", false),
      ("https://[::1]:4443/x", false), ("https://127.0.0.1:1", false), ("https://127.0.0.2", true),
    ] { #expect(configuration.usesProxy(for: url) == isUsed, "\(url)") }
    configuration.noProxy = ["*"]
    #expect(!configuration.usesProxy(for: "https://a.example"))
  }
}
