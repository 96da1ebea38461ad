internal import HTTP
internal import HTTPServer
internal import Testing

@Suite("HTTP client", .timeLimit(.minutes(5)))
struct HTTPClientTests {
  @Test("a POST arrives as written and the answer comes back whole")
  func exchange() async throws {
    let server = try LoopbackServer { _, _ in
      ServerResponse(
        status: 400, headers: [HeaderField("X-Some", "value")], body: Array("answer".utf8))
    }
    let client = try HTTPClient(.loopback())
    let request = HTTPRequest(
      tag: 7, method: .post, url: server.url("/token?x=1"),
      fields: [HTTPField("Accept", "application/json")], body: HTTPBody(Array("a=b&c=d".utf8)))
    let completion = try #require(await client.completions(of: [request]).first)
    let response = try completion.outcome.get()
    #expect(completion.tag == 7)
    #expect(response.status == 400 && response.body.text == "answer")
    #expect(response["x-sOME"] == "value")
    #expect(response.date != nil)
    let seen = try #require(server.requests.first)
    #expect(seen.method == "POST" && seen.path == "/token" && seen.query == "x=1")
    #expect(String(decoding: seen.body, as: UTF8.self) == "a=b&c=d")
    #expect(seen.values(of: "User-Agent") == ["credstate-test/1"])
    #expect(seen.values(of: "Accept") == ["application/json"])
    #expect(seen.values(of: "Expect").isEmpty)
    await server.stop()
  }

  @Test("300 requests at once each get their own answer once")
  func many() async throws {
    let server = try LoopbackServer { _, request in
      ServerResponse(status: 200, body: request.body)
    }
    let client = try HTTPClient(.loopback { $0.version = .http1 })
    for round in 0..<2 {
      let batch = (0..<300).map { post(server.url(), tag: $0, body: "round \(round) number \($0)") }
      let completions = await client.completions(of: batch)
      #expect(completions.map(\.tag) == Array(0..<300))
      for completion in completions {
        let text = try completion.outcome.get().body.text
        #expect(text == "round \(round) number \(completion.tag)")
      }
    }
    #expect(server.requests.count == 600)
    await server.stop()
  }

  @Test("a redirect is an answer and is not followed")
  func redirect() async throws {
    let server = try LoopbackServer { _, _ in
      ServerResponse(status: 302, headers: [HeaderField("Location", "/other")])
    }
    let client = try HTTPClient(.loopback())
    #expect(try await client.response(to: post(server.url()))?.status == 302)
    #expect(server.requests.count == 1)
    await server.stop()
  }

  @Test("a closed client ends everything as cancelled, what is in flight and what comes later")
  func close() async throws {
    let server = try LoopbackServer { _, _ in
      ServerResponse(status: 200, delay: .seconds(50))
    }
    let client = try HTTPClient(.loopback())
    let (stream, feed) = AsyncStream.makeStream(of: HTTPCompletion.self)
    client.submit((0..<5).map { post(server.url(), tag: $0) }) { $0.forEach { feed.yield($0) } }
    client.close()
    client.close()
    var ended: [HTTPCompletion] = []
    for await completion in stream {
      ended.append(completion)
      if ended.count == 5 { break }
    }
    #expect(Set(ended.map(\.tag)) == Set(0..<5))
    #expect(ended.allSatisfy { $0.failure?.kind == .cancelled })
    let late = await client.failure(of: post(server.url()))
    #expect(late?.kind == .cancelled && late?.mayHaveBeenSent == false)
    await server.stop()
  }

  @Test("a cancelled batch ends as cancelled and others go on")
  func cancel() async throws {
    let server = try LoopbackServer { _, request in
      ServerResponse(status: 200, delay: request.path == "/slow" ? .seconds(3_000) : .zero)
    }
    let client = try HTTPClient(.loopback { $0.totalTimeout = .seconds(3_000) })
    let (stream, feed) = AsyncStream.makeStream(of: HTTPCompletion.self)
    let batch = client.submit([post(server.url("/slow"))]) { $0.forEach { feed.yield($0) } }
    #expect(try await client.response(to: post(server.url("/quick")))?.status == 200)
    client.cancel(batch)
    var ended = stream.makeAsyncIterator()
    #expect(await ended.next()?.failure?.kind == .cancelled)
    await server.stop()
  }

  @Test("a request and its failure show nothing of the body")
  func unprintable() {
    let request = post("https://example.invalid/", body: "CANARY")
    var dumped = ""
    dump(request, to: &dumped)
    #expect(!dumped.contains("CANARY") && !dumped.contains("67"))
    #expect("\(HTTPProxy("http://user:CANARY@proxy"))" == "<proxy>")
  }
}
