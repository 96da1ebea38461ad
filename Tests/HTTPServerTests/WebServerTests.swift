internal import HTTPServer
internal import Linux
internal import Support
internal import Testing

@Suite("A web server over TLS, with curl as its client", .timeLimit(.minutes(5)))
struct WebServerTests {
  @Test("a request reaches the handler as it was sent", arguments: ["127.0.0.1", "::1"])
  func request(address: String) async throws {
    let seen = Lock<[ServerRequest]>([])
    let local = try LocalServer(address: address) { request, responder in
      seen.withLock { $0.append(request) }
      responder.send(
        ServerResponse(
          status: 201, headers: [HeaderField("X-Test", "yes")], body: Array("hello".utf8)))
    }
    let options = ["--include", "--data", "k=v%20w", "--header", "X-Two: a"]
    let run = try await local.curl("/a%20b?c=d", options)
    await local.server.stop(grace: .zero)
    #expect(run.text.hasPrefix("HTTP/1.1 201 Created\r\n"))
    #expect(run.text.contains("X-Test: yes\r\n"))
    #expect(run.text.hasSuffix("\r\n\r\nhello"))
    let request = try #require(seen.withLock { $0.first })
    #expect(request.method == "POST")
    #expect(request.path == "/a%20b")
    #expect(request.query == "c=d")
    #expect(request.values(of: "x-TWO") == ["a"])
    #expect(request.body == Array("k=v%20w".utf8))
    #expect(request.peer == address)
  }

  @Test(
    "a body over the bound is refused and never reaches the handler",
    arguments: [[], ["--header", "Transfer-Encoding: chunked", "--header", "Expect:"]])
  func tooLarge(options: [String]) async throws {
    let calls = Lock(0)
    let local = try LocalServer(maximumBody: 100) { _, responder in
      calls.withLock { $0 += 1 }
      responder.send(ServerResponse(status: 200))
    }
    let body = ["--data", String(repeating: "x", count: 101)]
    let status = ["--write-out", "%{http_code}"]
    let run = try await local.curl("/", body + status + options)
    let good = try await local.curl("/", ["--data", String(repeating: "x", count: 100)] + status)
    await local.server.stop(grace: .zero)
    #expect(run.text == "413")
    #expect(good.text == "200")
    #expect(calls.withLock { $0 } == 1)
  }

  @Test("headers over the bound are refused")
  func headTooLarge() async throws {
    let local = try LocalServer(maximumHead: 8_192) { _, responder in
      responder.send(ServerResponse(status: 200))
    }
    // In one TLS record: what the server leaves unread makes it reset the connection, and the
    // reset may overtake its answer.
    let header = "X-Long: \(String(repeating: "x", count: 12_000))"
    let run = try await local.curl("/", ["--header", header, "--write-out", "%{http_code}"])
    await local.server.stop(grace: .zero)
    #expect(run.text.hasSuffix("431"))
  }

  @Test("an answer may come later and from another thread")
  func late() async throws {
    let local = try LocalServer { _, responder in
      NamedThread(name: "late") {
        responder.send(ServerResponse(status: 200, body: Array("late".utf8)))
      }.detach()
    }
    let run = try await local.curl("/")
    await local.server.stop(grace: .zero)
    #expect(run.text == "late")
  }

  @Test("a handler that forgets to answer is answered with 500")
  func forgotten() async throws {
    let local = try LocalServer { _, _ in }
    let run = try await local.curl("/", ["--write-out", "%{http_code}"])
    await local.server.stop(grace: .zero)
    #expect(run.text == "500")
  }

  @Test("a bad address and a taken port are told")
  func badStart() async throws {
    let configuration = WebServerConfiguration(address: "example.org")
    #expect(throws: WebServerError.self) {
      _ = try WebServer(configuration: configuration) { _, _ in }
    }
    let first = try LocalServer { _, _ in }
    let taken = WebServerConfiguration(address: "127.0.0.1", port: first.server.port)
    #expect(throws: WebServerError.self) { _ = try WebServer(configuration: taken) { _, _ in } }
    await first.server.stop(grace: .zero)
  }
}
