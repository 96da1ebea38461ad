internal import CredentialCore
internal import HTTP
internal import JSON
internal import Linux
internal import Support
internal import Testing

@testable internal import CredentialProviders

@Suite("How long a server's metadata is used", .timeLimit(.minutes(5)))
struct MetadataSourceTests {
  private let server: OAuthServer
  private let source: MetadataSource
  private let time = ManualClock(AppleStage.start)

  init() throws {
    server = try OAuthServer()
    var configuration = HTTPConfiguration(userAgent: "credstate-test/1")
    configuration.caFile = server.folder.file("ca.pem")
    source = MetadataSource(
      rules: MetadataRules(issuer: server.url, hosts: [], form: .openID),
      client: LookEngine.client(configuration), usesProxy: false, clock: time.read)
  }

  private func isUsable(after duration: Duration) async -> Bool {
    time.advance(duration)
    await withCheckedContinuation { continuation in
      source.prepare(now: time.read()) { continuation.resume() }
    }
    if case .success = source.current() { return true }
    return false
  }

  @Test("it is fetched again after a day, and a fetch that fails leaves it in use for a week")
  func lives() async throws {
    #expect(await isUsable(after: .zero))
    #expect(await isUsable(after: .seconds(86_399)))
    #expect(server.documents == 1)
    #expect(await isUsable(after: .seconds(1)))
    #expect(server.documents == 2)
    await server.stop()
    #expect(await isUsable(after: .seconds(86_400)))
    #expect(await isUsable(after: .seconds(6 * 86_400 - 1)))
    #expect(await isUsable(after: .seconds(60)) == false)
  }

  @Test("an endpoint that moves is used no more until the document is as agreed again")
  func moves() async throws {
    #expect(await isUsable(after: .zero))
    server.change { $0.change = { $0["token_endpoint"] = "https://moved.example/token" } }
    #expect(await isUsable(after: .seconds(86_400)) == false)
    server.change { $0.change = { _ in } }
    #expect(await isUsable(after: .seconds(29)) == false)
    #expect(await isUsable(after: .seconds(1)))
    #expect(server.documents == 3)
    await server.stop()
  }

  @Test("a document that is too large, no JSON or of another status is no metadata")
  func page() async throws {
    server.change { $0.change = { $0["padding"] = .string(String(repeating: "x", count: 70_000)) } }
    #expect(await isUsable(after: .zero) == false)
    server.change { $0.change = { $0["issuer"] = nil } }
    #expect(await isUsable(after: .seconds(30)) == false)
    server.change { $0.change = { _ in } }
    #expect(await isUsable(after: .seconds(30)))
    await server.stop()
  }
}

/// A clock that moves when it is told to.
private final class ManualClock: Sendable {
  private let moment: Lock<Moment>

  init(_ start: Moment) { moment = Lock(start) }

  var read: @Sendable () -> Moment { { self.moment.withLock { $0 } } }

  func advance(_ duration: Duration) { moment.withLock { $0 = $0 + duration } }
}
