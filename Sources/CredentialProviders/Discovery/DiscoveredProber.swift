internal import CredentialCore
internal import HTTP

/// Tests a server, its metadata first, over clients of its own.
struct DiscoveredProber: Prober {
  let rules: MetadataRules
  let configuration: HTTPConfiguration
  let clock: @Sendable () -> Moment
  let clients: Int
  /// The test of the endpoint that looks use, once it is known where it lies.
  let codec: @Sendable (MetadataSource) -> any ProbeCodec

  func probe() async -> ProbeReport {
    let client = LookEngine.client(configuration)
    defer { if case .success(let client) = client { client.close() } }
    let usesProxy = configuration.usesProxy(for: rules.address)
    let source = MetadataSource(
      rules: rules, client: client, usesProxy: usesProxy, clock: clock)
    await source.prepare(now: clock())
    if case .failure(let fault) = source.current() {
      return ProbeReport(
        address: rules.address, proxy: usesProxy ? configuration.proxy?.place : nil, clock: nil,
        clients: clients, outcomes: [fault.probe])
    }
    return await ProbeEngine(
      codec: codec(source), configuration: configuration, clock: clock
    ).probe()
  }
}
