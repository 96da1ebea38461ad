internal import Crypto
internal import Glibc
internal import HTTP
internal import HTTPServer
internal import Linux
internal import Support
internal import Testing

@Suite("HTTP client, addresses", .timeLimit(.minutes(5)))
struct AddressTests {
  @Test("an IPv6 address that swallows packets does not keep the IPv4 address of the name from use")
  func brokenIPv6() async throws {
    let server = try LoopbackServer { _, _ in ServerResponse(status: 200) }
    let port = try #require(UInt16(server.url().split(separator: ":")[2].prefix { $0 != "/" }))
    let hole = SwallowingPort(port)
    let client = try HTTPClient(.loopback())
    // libcurl knows both addresses of this name by itself and takes the IPv6 one first.
    let batch = (0..<20).map { post("http://localhost:\(port)/", tag: $0) }
    for completion in await client.completions(of: batch) {
      #expect(try completion.outcome.get().status == 200)
    }
    withExtendedLifetime(hole) {}
    await server.stop()
  }

  @Test(
    "a connection that is used again and again is given up after its life, so that names are resolved"
  )
  func life() async throws {
    let now = WallClock.milliseconds() / 1000
    let authority = try CertificateAuthority(commonName: "test", now: now, days: 1)
    let key = try PrivateKey.generateP256()
    let nginx = try Nginx(
      certificate: try authority.issue(
        for: key, names: ["localhost"], addresses: ["127.0.0.1"], now: now, days: 1),
      key: try key.pem().revealText() ?? "",
      locations: "keepalive_requests 1000000; location / { return 200 $connection; }")
    let folder = TemporaryFolder()
    var configuration = HTTPConfiguration(userAgent: "credstate-test/1")
    configuration.caFile = folder.write("ca.pem", authority.certificate)
    configuration.connectionLife = .seconds(1)
    let client = try HTTPClient(configuration)
    let get = HTTPRequest(tag: 0, method: .get, url: "https://127.0.0.1:\(nginx.port)/")
    let first = try #require(try await client.response(to: get)?.body.text)
    var connection: String? = first
    while connection == first { connection = try await client.response(to: get)?.body.text }
    #expect(connection?.isEmpty == false)
  }
}

/// A port of the IPv6 loopback whose queue is full, so that the kernel drops further connections
/// unanswered (listen(2)). Where there is no IPv6 it does nothing.
private final class SwallowingPort {
  private var descriptors: [Int32] = []

  init(_ port: UInt16) {
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    address.sin6_addr = in6addr_loopback
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let listener = socket(AF_INET6, kind, 0)
    descriptors.append(listener)
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        let length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        guard bind(listener, pointer, length) == 0, listen(listener, 0) == 0 else { return }
        for _ in 0..<4 {
          let caller = socket(AF_INET6, kind | Int32(SOCK_NONBLOCK.rawValue), 0)
          descriptors.append(caller)
          _ = connect(caller, pointer, length)
        }
      }
    }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }
}
