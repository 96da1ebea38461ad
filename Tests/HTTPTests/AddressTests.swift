internal import Crypto
internal import Glibc
internal import HTTP
internal import HTTPServer
internal import Linux
internal import Support
internal import Testing

@Suite("HTTP client, addresses", .timeLimit(.minutes(5)))
struct AddressTests {
  @Test("an address that swallows packets does not keep the other address of the name from use")
  func swallowing() async throws {
    // Which of the two is tried first is the library's choice. Without IPv6 there is no other.
    for address in SwallowingPort.hasIPv6 ? ["127.0.0.1", "::1"] : ["127.0.0.1"] {
      let server = try LoopbackServer(address: address) { _, _ in ServerResponse(status: 200) }
      let hole = SwallowingPort(server.port, isIPv6: address == "127.0.0.1")
      let client = try HTTPClient(.loopback())
      // libcurl knows both addresses of this name by itself.
      let batch = (0..<20).map { post("http://localhost:\(server.port)/", tag: $0) }
      for completion in await client.completions(of: batch) {
        #expect(try completion.outcome.get().status == 200, "\(address)")
      }
      withExtendedLifetime(hole) {}
      await server.stop()
    }
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

/// A port of the loopback whose queue is full, so that the kernel drops further connections
/// unanswered (listen(2)).
private final class SwallowingPort {
  private static let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
  private var descriptors: [Int32] = []

  /// Whether this machine has the IPv6 loopback.
  static var hasIPv6: Bool {
    let descriptor = socket(AF_INET6, kind, 0)
    defer { close(descriptor) }
    return withAddress(0, isIPv6: true) { bind(descriptor, $0, $1) } == 0
  }

  init(_ port: UInt16, isIPv6: Bool) {
    let family = isIPv6 ? AF_INET6 : AF_INET
    let listener = socket(family, Self.kind, 0)
    descriptors.append(listener)
    Self.withAddress(port, isIPv6: isIPv6) { address, length in
      guard bind(listener, address, length) == 0, listen(listener, 0) == 0 else { return }
      for _ in 0..<4 {
        let caller = socket(family, Self.kind | Int32(SOCK_NONBLOCK.rawValue), 0)
        descriptors.append(caller)
        _ = connect(caller, address, length)
      }
    }
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  private static func withAddress<Result>(
    _ port: UInt16, isIPv6: Bool, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var old = sockaddr_in()
    old.sin_family = sa_family_t(AF_INET)
    old.sin_port = port.bigEndian
    old.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var new = sockaddr_in6()
    new.sin6_family = sa_family_t(AF_INET6)
    new.sin6_port = port.bigEndian
    new.sin6_addr = in6addr_loopback
    func call(_ pointer: UnsafeRawPointer, _ size: Int) -> Result {
      body(pointer.assumingMemoryBound(to: sockaddr.self), socklen_t(size))
    }
    return isIPv6
      ? call(&new, MemoryLayout<sockaddr_in6>.size) : call(&old, MemoryLayout<sockaddr_in>.size)
  }
}
