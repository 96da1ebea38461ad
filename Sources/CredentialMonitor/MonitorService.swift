package import CredentialCore

/// The monitor: one watch for each configured provider, and what the bus can ask.
package actor MonitorService {
  let store: any CredentialStore
  let time: any TimeSource
  let journal: any Journal
  let board: ConditionBoard
  let version: String
  let started: Moment
  private let reloader: @Sendable (MonitorService) async throws -> Void
  private let reloads = Turnstile()
  let desk = SignInDesk()

  private(set) var setup = MonitorSetup(providers: [], hooks: [], mode: .observe)
  private(set) var watches: [ProviderName: ProviderWatch] = [:]
  private(set) var isStopping = false
  /// The provider that is being tested.
  var tested: ProviderName?
  /// What tells that the hour of a brake on pushes is over.
  var pushBrakeEnds: [ProviderName: Task<Void, Never>] = [:]
  /// What tells that no push has come for too long.
  var pushSilences: [ProviderName: Task<Void, Never>] = [:]
  /// What reads the lists of linked users.
  var sweeps: [ProviderName: Task<Void, Never>] = [:]
  /// What tells that a client secret is about to end, or has ended.
  var expiries: [ProviderName: Task<Void, Never>] = [:]
  /// The steps of moves to another team that go on, and why one does not come on.
  var transferring: [ProviderName: TransferWork] = [:]
  var transferTrouble: [ProviderName: String] = [:]
  /// What tells how long there is time for a move.
  var transferWatches: [ProviderName: Task<Void, Never>] = [:]
  /// Users whose tokens are being taken back, to be forgotten.
  var leaving: Set<CredentialID> = []
  /// What was told of submitted pushes, and how many are being verified.
  var submissions = SubmissionLog()
  private let arrivals: AsyncStream<ProviderWatch>
  private let arrive: AsyncStream<ProviderWatch>.Continuation

  /// Makes a monitor without providers; `reloader` reads the configuration and calls `apply` on the
  /// monitor it is handed.
  package init(
    store: any CredentialStore, time: any TimeSource, journal: any Journal, board: ConditionBoard,
    version: String, reloader: @escaping @Sendable (MonitorService) async throws -> Void
  ) {
    (self.store, self.time, self.journal, self.board) = (store, time, journal, board)
    (self.version, self.reloader, started) = (version, reloader, time.now())
    (arrivals, arrive) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
  }

  /// Runs every watch until `stop`; returns when all looks in flight have ended.
  package func run() async {
    await withDiscardingTaskGroup { group in
      for await watch in arrivals { group.addTask { await watch.run() } }
    }
  }

  /// Puts a configuration into force, as a whole.
  package func apply(_ setup: MonitorSetup) async throws {
    do {
      try await store.setHooks(setup.hooks.map(\.name), now: time.now())
      try await tellOrphans()
    } catch {
      for provider in setup.providers {
        provider.looker.close()
        provider.push?.close()
        provider.sweep?.close()
      }
      throw error
    }
    endSweeps()
    for provider in self.setup.providers { provider.push?.close() }
    self.setup = setup
    let names = Set(setup.providers.map(\.name))
    for (name, watch) in watches where !names.contains(name) {
      watches[name] = nil
      pushBrakeEnds.removeValue(forKey: name)?.cancel()
      pushSilences.removeValue(forKey: name)?.cancel()
      expiries.removeValue(forKey: name)?.cancel()
      transferWatches.removeValue(forKey: name)?.cancel()
      await watch.stop(isRemoved: true)
    }
    for provider in setup.providers { try await place(provider, decider: setup.decider) }
    await tellUnwatched(configured: names)
    try await tellPushBrakes(of: nil)
    try await watchPushes(before: Set(pushSilences.keys))
    await watchExpiries()
    await watchTransfers()
    try await resumeTransfers()
    try await tellPauses()
    planSweeps()
  }

  /// Makes no further claims and accepts no further changes.
  package func stop() async {
    isStopping = true
    for watch in watches.values { await watch.stop(isRemoved: false) }
    watches = [:]
    for end in pushBrakeEnds.values { end.cancel() }
    pushBrakeEnds = [:]
    for silence in pushSilences.values { silence.cancel() }
    pushSilences = [:]
    endSweeps()
    for expiry in expiries.values { expiry.cancel() }
    expiries = [:]
    for watch in transferWatches.values { watch.cancel() }
    transferWatches = [:]
    for work in transferring.values { work.work.cancel() }
    for provider in setup.providers { provider.push?.close() }
    arrive.finish()
    await desk.drain()
  }

  /// Reads the configuration again; one reload ends before the next begins.
  package func reload() async throws {
    try await reloads.pass { [self] in
      guard await !isStopping else {
        throw OperationError(.stopping, "the daemon is about to end")
      }
      try await reloader(self)
    }
  }

  /// Tells the provider's watch that something may be due.
  func nudge(_ provider: ProviderName) async { await watches[provider]?.nudge() }

  /// Tells the provider's watch whose answers are kept.
  func setRecorded(_ provider: ProviderName, _ subjects: Set<Subject>) async {
    await watches[provider]?.setRecorded(subjects)
  }

  /// Looks in flight of one provider.
  func looksInFlight(_ provider: ProviderName) async -> Int {
    await watches[provider]?.looksInFlight ?? 0
  }

  /// The loops that a watchdog is to see turn: rounds and looks of every provider.
  package func loops() -> [WatchedLoop] {
    watches.keys.sorted().flatMap { name -> [WatchedLoop] in
      guard let watch = watches[name] else { return [] }
      return [
        WatchedLoop(name: "rounds of \(name)") { await watch.turn() },
        WatchedLoop(name: "looks of \(name)") { await watch.lookerTurn() },
      ]
    }
  }

  private func tellOrphans() async throws {
    let orphaned = try await store.orphanedDeliveries()
    guard orphaned > 0 else { return await board.end(.hookOrphaned) }
    await board.begin(
      .hookOrphaned, detail: "\(Amount(orphaned, "delivery", plural: "deliveries"))")
  }

  private func place(_ provider: Provider, decider: Decider) async throws {
    if let watch = watches[provider.name] {
      await watch.replace(by: provider, decider: decider)
      await watch.tellWaitsAnew()
      return try await watch.tellCanaries()
    }
    guard !isStopping else { return provider.looker.close() }
    let watch = ProviderWatch(
      provider: provider, decider: decider, store: store, time: time, board: board,
      ledger: EventLog(journal: journal), random: SystemRandomNumberGenerator())
    watches[provider.name] = watch
    try await watch.tellBrakes()
    try await watch.tellStale()
    try await watch.tellCanaries()
    try await watch.learnRecorded()
    await watch.tellWaits()
    arrive.yield(watch)
  }
}
