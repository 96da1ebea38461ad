internal import HTTPServer
internal import Linux
internal import Support
internal import Testing

@Suite("Answers that are delivered badly on purpose", .timeLimit(.minutes(5)))
struct DeliveryTests {
  private static let body = Array(repeating: UInt8(ascii: "b"), count: 3_000)

  @Test("a delayed answer does not come before its time")
  func delayed() async throws {
    let local = try LocalServer { _, responder in
      responder.send(ServerResponse(status: 200, delay: .milliseconds(300)))
    }
    let run = try await local.curl("/", ["--write-out", "%{http_code} %{time_starttransfer}"])
    await local.server.stop(grace: .zero)
    let words = run.text.split(separator: " ")
    #expect(words[0] == "200")
    #expect(try #require(Double(words[1])) >= 0.3)
  }

  @Test("a body in pieces is whole in the end, and takes its pauses")
  func pieces() async throws {
    let local = try LocalServer { _, responder in
      responder.send(
        ServerResponse(
          status: 200, body: Self.body,
          delivery: .pieces(size: 1_000, pause: .milliseconds(100))))
    }
    let run = try await local.curl("/", ["--write-out", " %{time_total}"])
    await local.server.stop(grace: .zero)
    let words = run.text.split(separator: " ")
    #expect(Array(words[0].utf8) == Self.body)
    #expect(try #require(Double(words[1])) >= 0.2)
  }

  @Test("a truncated body ends in the middle, and the client can tell")
  func truncated() async throws {
    let local = try LocalServer { _, responder in
      responder.send(
        ServerResponse(status: 200, body: Self.body, delivery: .truncated(count: 1_234)))
    }
    let run = try await local.curl("/")
    await local.server.stop(grace: .zero)
    #expect(Self.body.starts(with: run.output))
    #expect(run.output.count < Self.body.count)
    // 18 when curl saw the end of the stream, 56 when the reset came first, with what lay unread.
    #expect(run.status == 18 && run.output.count == 1_234 || run.status == 56, "\(run.status)")
  }

  @Test("a dropped connection gives no answer at all")
  func dropped() async throws {
    let local = try LocalServer { _, responder in
      responder.send(ServerResponse(status: 200, delivery: .dropped))
    }
    let run = try await local.curl("/")
    await local.server.stop(grace: .zero)
    #expect(run.output.isEmpty)
    #expect(Self.isDropped(run), "\(run.status): \(run.errors)")
  }

  @Test("a server that stops drops the requests that still wait for an answer")
  func stopWhileWaiting() async throws {
    let held = Lock<Responder?>(nil)
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let local = try LocalServer { _, responder in
      held.withLock { $0 = responder }
      arrived.yield()
    }
    async let running = local.curl("/")
    for await _ in arrivals { break }
    await local.server.stop(grace: .zero)
    let run = try await running
    #expect(run.output.isEmpty)
    #expect(Self.isDropped(run), "\(run.status): \(run.errors)")
    // Too late, and harmless.
    held.withLock { $0 }?.send(ServerResponse(status: 200))
  }

  @Test("a server that stops lets a request within the grace end well")
  func stopWithGrace() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let local = try LocalServer { _, responder in
      responder.send(ServerResponse(status: 200, delay: .milliseconds(200)))
      arrived.yield()
    }
    async let run = local.curl("/", ["--write-out", "%{http_code}"])
    for await _ in arrivals { break }
    await local.server.stop(grace: .seconds(30))
    #expect(try await run.text == "200")
  }

  /// What curl says of a connection that ended without an answer: 52 when it ended in order, 56
  /// when it was reset, or TLS did not say goodbye. A server that drops promises neither.
  private static func isDropped(_ run: ProgramRun) -> Bool { [52, 56].contains(run.status) }
}
