internal import Crypto
internal import HTTP
internal import Linux
internal import Support
internal import Testing

@Suite("HTTP client over HTTP/2", .timeLimit(.minutes(5)))
struct HTTP2Tests {
  private let folder = TemporaryFolder()

  private func serve(_ locations: String) throws -> (Nginx, HTTPConfiguration) {
    let now = WallClock.milliseconds() / 1000
    let authority = try CertificateAuthority(commonName: "test", now: now, days: 1)
    let key = try PrivateKey.generateP256()
    let certificate = try authority.issue(
      for: key, names: ["localhost"], addresses: ["127.0.0.1"], now: now, days: 1)
    let nginx = try Nginx(
      certificate: certificate, key: try key.pem().revealText() ?? "", locations: locations)
    var configuration = HTTPConfiguration(userAgent: "credstate-test/1")
    configuration.caFile = folder.write("ca.pem", authority.certificate)
    return (nginx, configuration)
  }

  @Test("the version is negotiated: HTTP/2 unless the configuration keeps to HTTP/1.1")
  func version() async throws {
    var (nginx, configuration) = try serve("location / { return 200 $server_protocol; }")
    let url = "https://127.0.0.1:\(nginx.port)/"
    let get = HTTPRequest(tag: 0, method: .get, url: url)
    let second = try HTTPClient(configuration)
    #expect(try await second.response(to: get)?.body.text == "HTTP/2.0")
    configuration.version = .http1
    let first = try HTTPClient(configuration)
    #expect(try await first.response(to: get)?.body.text == "HTTP/1.1")
  }

  @Test("a server that answers early and sends GOAWAY loses no request and answers none twice")
  func earlyAnswer() async throws {
    // `return` does not read the body: libcurl may end such a stream with error 92 or 55.
    let (nginx, configuration) = try serve(
      "keepalive_requests 50; location / { return 400 $server_protocol; }")
    let client = try HTTPClient(configuration)
    let body = String(repeating: "a", count: 2_000)
    let batch = (0..<300).map { post("https://127.0.0.1:\(nginx.port)/", tag: $0, body: body) }
    let completions = await client.completions(of: batch)
    #expect(completions.map(\.tag) == Array(0..<300))
    for completion in completions {
      switch completion.outcome {
      case .success(let response): #expect(response.status == 400)
      case .failure(let failure): #expect(failure.kind == .lost, "\(failure)")
      }
    }
    #expect(completions.contains { $0.failure == nil })
  }

  @Test("a certificate of an unknown authority is never accepted")
  func certificate() async throws {
    var (nginx, configuration) = try serve("location / { return 200; }")

    configuration.caFile = nil
    let client = try HTTPClient(configuration)
    let failure = await client.failure(of: post("https://127.0.0.1:\(nginx.port)/"))
    #expect(failure?.kind == .certificate && failure?.mayHaveBeenSent == false)
  }
}
