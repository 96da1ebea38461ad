internal import CredentialCore

extension MonitorService {
  /// Begins the sweeps of every provider that has a list of its users.
  func planSweeps() {
    for provider in setup.providers {
      guard let sweeper = provider.sweep, !isStopping else { continue }
      let name = provider.name
      let duty = SweepDuty(
        provider: provider, sweeper: sweeper, store: store, time: time, journal: journal
      ) { [weak self] in await self?.nudge(name) }
      sweeps[name] = Task { await duty.run() }
    }
  }

  /// Ends all sweeps, and what they read from.
  func endSweeps() {
    for sweep in sweeps.values { sweep.cancel() }
    sweeps = [:]
    for provider in setup.providers { provider.sweep?.close() }
  }
}
