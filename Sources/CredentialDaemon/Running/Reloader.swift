internal import CredentialCore
internal import CredentialHooks
internal import CredentialMonitor
internal import Linux

/// Reads the configuration again and puts it into force as a whole, or keeps the old one.
struct Reloader: Sendable {
  let load: @Sendable () async throws(StartFailure) -> Configuration
  let journal: any Journal
  let deliverer: HookDeliverer

  /// Replaces the configuration; a refusal is logged, and thrown for whoever asked.
  func reload(_ monitor: MonitorService) async throws {
    do {
      let configuration = try await load()
      try await Self.apply(configuration, monitor, deliverer, journal)
      journal.record(Notice(.reloaded, ["mode": .text(configuration.mode.rawValue)]))
    } catch {
      journal.record(Notice(.reloadRefused, ["detail": .text("\(error)")]))
      throw OperationError(.badConfiguration, "\(error)")
    }
  }

  /// Puts a configuration into force over the long-lived parts.
  static func apply(
    _ configuration: Configuration, _ monitor: MonitorService, _ deliverer: HookDeliverer,
    _ journal: any Journal
  ) async throws {
    let (plan, providers) = await NamedThread.returning(name: "configuration") {
      (HookPlan(configuration), configuration.providers.map { $0() })
    }
    for notice in plan.notices { journal.record(notice) }
    try await monitor.apply(
      MonitorSetup(
        providers: providers, hooks: plan.subscriptions, mode: configuration.mode))
    await deliverer.apply(plan.hooks)
  }
}
