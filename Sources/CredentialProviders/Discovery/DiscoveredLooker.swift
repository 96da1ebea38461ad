internal import CredentialCore

/// Makes looks once it is known where the server's endpoints lie.
struct DiscoveredLooker: Looker {
  let source: MetadataSource
  let engine: LookEngine

  func start(
    _ looks: [Look], now: Moment, report: @escaping @Sendable ([LookResult]) -> Void
  ) {
    source.prepare(now: now) { [engine] in engine.start(looks, now: now, report: report) }
  }

  func turn() async { await engine.turn() }

  func close() { engine.close() }

  func ended() async { await engine.ended() }
}
