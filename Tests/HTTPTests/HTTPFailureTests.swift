internal import HTTP
internal import HTTPServer
internal import Support
internal import Testing

@Suite("HTTP client, when it goes wrong", .timeLimit(.minutes(5)))
struct HTTPFailureTests {
  @Test("a refused connection surely sent nothing")
  func refused() async throws {
    let port = SilentPort(listening: false)
    let client = try HTTPClient(.loopback())
    let failure = await client.failure(of: post("http://127.0.0.1:\(port.number)/"))
    #expect(failure?.kind == .connect && failure?.mayHaveBeenSent == false)
    #expect(failure?.text.contains("127.0.0.1") == true)
  }

  @Test("a refused connection surely sent nothing, though the request before it was answered")
  func refusedAfterAnAnswer() async throws {
    let server = try LoopbackServer { _, _ in ServerResponse(status: 200) }
    let client = try HTTPClient(.loopback())
    #expect(try await client.response(to: post(server.url()))?.status == 200)
    let port = SilentPort(listening: false)
    let failure = await client.failure(of: post("http://127.0.0.1:\(port.number)/"))
    #expect(failure?.kind == .connect && failure?.mayHaveBeenSent == false)
    await server.stop()
  }

  @Test("an unknown name surely sent nothing")
  func unknownName() async throws {
    let client = try HTTPClient(.loopback())
    let failure = await client.failure(of: post("https://name.invalid/"))
    #expect(failure?.kind == .resolve && failure?.mayHaveBeenSent == false)
  }

  @Test("TLS to a server without it surely sent nothing")
  func noTLS() async throws {
    let server = try LoopbackServer { _, _ in ServerResponse(status: 200) }
    let client = try HTTPClient(.loopback())
    let failure = await client.failure(of: post(server.url(scheme: "https")))
    #expect(failure?.kind == .tls && failure?.mayHaveBeenSent == false)
    #expect(server.requests.isEmpty)
    await server.stop()
  }

  @Test("no answer in time: the request may have been sent")
  func timeout() async throws {
    // On a busy machine the shortest may run out before the request has left.
    for limit in [Duration.milliseconds(300), .seconds(2), .seconds(20), .seconds(120)] {
      let server = try LoopbackServer { _, _ in
        ServerResponse(status: 200, delay: .seconds(300))
      }
      let client = try HTTPClient(.loopback { $0.totalTimeout = limit })
      let failure = await client.failure(of: post(server.url()))
      #expect(failure?.kind == .timeout)
      let hasArrived = !server.requests.isEmpty
      if hasArrived {
        #expect(failure?.mayHaveBeenSent == true, "\(String(describing: failure))")
      }
      await server.stop()
      if hasArrived { return }
    }
    Issue.record("no request has left within two minutes")
  }

  @Test("a peer that accepts and never speaks TLS: the time runs out before anything was sent")
  func timeoutBeforeSent() async throws {
    let port = SilentPort(listening: true)
    let client = try HTTPClient(.loopback { $0.connectTimeout = .milliseconds(300) })
    let failure = await client.failure(of: post("https://127.0.0.1:\(port.number)/"))
    #expect(failure?.kind == .timeout && failure?.mayHaveBeenSent == false)
  }

  @Test("a request that waited for another's connection in vain does not blame the host's name")
  func timeoutWhileWaiting() async throws {
    let port = SilentPort(listening: true)
    let client = try HTTPClient(
      .loopback {
        $0.connectTimeout = .milliseconds(200)
        $0.totalTimeout = .milliseconds(300)
      })
    let url = "https://127.0.0.1:\(port.number)/"
    for completion in await client.completions(of: (0..<5).map { post(url, tag: $0) }) {
      let failure = try #require(completion.failure)
      #expect(failure.kind == .timeout && !failure.mayHaveBeenSent)
      #expect(!failure.text.contains("resolve"), "\(failure)")
    }
  }

  @Test(
    "a connection dropped after the request is lost and not tried again, new or kept alive",
    arguments: [0, 1])
  func dropped(before: Int) async throws {
    let server = try LoopbackServer { number, _ in
      ServerResponse(status: 200, delivery: number < before ? .whole : .dropped)
    }
    let client = try HTTPClient(.loopback())
    for _ in 0..<before {
      #expect(try await client.response(to: post(server.url()))?.status == 200)
    }
    let failure = await client.failure(of: post(server.url()))
    #expect(failure?.kind == .lost && failure?.mayHaveBeenSent == true)
    #expect(server.requests.count == before + 1)
    await server.stop()
  }

  @Test("an answer that is cut off is no answer")
  func truncated() async throws {
    let server = try LoopbackServer { _, _ in
      ServerResponse(status: 200, body: Array("0123456789".utf8), delivery: .truncated(count: 4))
    }
    let client = try HTTPClient(.loopback())
    let failure = await client.failure(of: post(server.url()))
    #expect(failure?.kind == .lost && failure?.mayHaveBeenSent == true)
    await server.stop()
  }

  @Test("an address that is none, or without TLS when it must have it, is refused")
  func addresses() async throws {
    let client = try HTTPClient(HTTPConfiguration(userAgent: "test"))
    for url in ["http://127.0.0.1:1/", "ftp://127.0.0.1/", "https://", "nonsense://x"] {
      let failure = await client.failure(of: post(url))
      #expect(failure?.kind == .malformed && failure?.mayHaveBeenSent == false, "\(url)")
    }
  }

  @Test("a CA file that is absent, empty or no PEM keeps the client from starting")
  func caFile() throws {
    let folder = TemporaryFolder()
    for path in [folder.file("none"), folder.write("empty", ""), folder.write("text", "hello")] {
      var configuration = HTTPConfiguration(userAgent: "test")
      configuration.caFile = path
      do {
        _ = try HTTPClient(configuration)
        Issue.record("started with \(path)")
      } catch {
        #expect(error.description.contains(path))
      }
    }
  }
}
