import CredentialCore
import CredentialMonitor
import Support
import Testing

/// A prober whose answer the test holds back.
private struct HeldProber: Prober {
  let began = AsyncStream.makeStream(of: Void.self)
  let end = AsyncStream.makeStream(of: Void.self)

  func probe() async -> ProbeReport {
    began.continuation.yield()
    var ends = end.stream.makeAsyncIterator()
    await ends.next()
    return ProbeReport(
      address: "https://a", proxy: nil, clock: nil, clients: 1,
      outcomes: [ProbeFinding(.accepted, "400 invalid_grant")])
  }
}

@Suite("Testing a provider", .timeLimit(.minutes(5)))
struct ProviderTestingTests {
  private func setup(_ scene: MonitorScene, _ prober: (any Prober)?) throws -> MonitorSetup {
    let plain = try scene.setup()
    let provider = plain.providers[0]
    let tested = Provider(
      name: provider.name, kind: provider.kind, clients: provider.clients, policy: provider.policy,
      looker: provider.looker, prober: prober)
    return MonitorSetup(providers: [tested], hooks: [], mode: .enforce)
  }

  @Test("while one test goes on another is refused; then it may begin")
  func oneAtATime() async throws {
    let scene = try MonitorScene()
    let prober = HeldProber()
    try await scene.monitor.apply(setup(scene, prober))
    let monitor = scene.monitor
    let name = scene.id.provider
    let first = Task { try await monitor.test(name) }
    var began = prober.began.stream.makeAsyncIterator()
    await began.next()
    #expect(await refusal { _ = try await monitor.test(name) }?.code == .busy)
    prober.end.continuation.yield()
    #expect(try await first.value["well"] == .boolean(true))
    prober.end.continuation.yield()
    #expect(try await monitor.test(name)["kind"] == .text("rehearsed"))
  }

  @Test("a kind that nothing harmless can be asked, and a provider that is not there, are refused")
  func refused() async throws {
    let scene = try MonitorScene()
    try await scene.monitor.apply(setup(scene, nil))
    let monitor = scene.monitor
    #expect(await refusal { _ = try await monitor.test(scene.id.provider) }?.code == .refused)
    let other = try ProviderName("other")
    #expect(await refusal { _ = try await monitor.test(other) }?.code == .invalidArgument)
    #expect(await refusal { _ = try await monitor.profile(other) }?.code == .invalidArgument)
    #expect(try await monitor.profile(scene.id.provider)["rows"] == .list([]))
  }
}
