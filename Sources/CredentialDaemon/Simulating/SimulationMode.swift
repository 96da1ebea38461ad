internal import CredentialCore
internal import CredentialMonitor
internal import CredentialStore

/// What `credstated --simulate` does: one run over a store in memory.
enum SimulationMode {
  /// Runs and gives what is to be printed.
  static func run(
    _ wishes: SimulationWishes, _ surroundings: ConfigurationSurroundings, isJSON: Bool
  )
    async throws
    -> String
  {
    let plan = try wishes.plan(surroundings)
    let store = MemoryStore(keepsHistory: false)
    var simulation = Simulation(plan, store: store)
    let report = try await simulation.run()
    await store.close()
    guard isJSON else { return SimulationText(report: report).lines.joined(separator: "\n") }
    return Value.fields(report.fields).json
  }
}
