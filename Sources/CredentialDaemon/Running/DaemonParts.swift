internal import CredentialCore
internal import CredentialHooks
internal import CredentialMonitor
internal import CredentialStore
internal import Linux
internal import Systemd

/// The long-lived parts of the daemon and how a configuration is put into force over them.
final class DaemonParts: Sendable {
  private let store: SQLiteStore
  private let time: SystemTime
  private let journal: SystemJournal
  private let board: ConditionBoard
  private let monitor: MonitorService
  private let deliverer: HookDeliverer
  private let bus: MonitorBus

  init(
    store: SQLiteStore, time: SystemTime, journal: SystemJournal, options: DaemonOptions,
    load: @escaping @Sendable () async throws(StartFailure) -> Configuration
  ) {
    (self.store, self.time, self.journal) = (store, time, journal)
    let board = ConditionBoard(journal: journal, time: time)
    self.board = board
    let deliverer = HookDeliverer(
      store: store, socket: options.hookSocket, time: time, journal: journal,
      conditions: HookConditionBoard(board: board), random: SystemRandomNumberGenerator())
    self.deliverer = deliverer
    let reloader = Reloader(load: load, journal: journal, deliverer: deliverer)
    monitor = MonitorService(
      store: store, time: time, journal: journal, board: board, version: Names.version,
      reloader: { monitor in try await reloader.reload(monitor) })
    bus = MonitorBus(
      address: options.busAddress, operations: monitor, store: store, time: time,
      board: board)
  }

  /// Puts the configuration into force and takes the bus name; throws what keeps it from that.
  func start(_ configuration: Configuration) async throws {
    try await Reloader.apply(configuration, monitor, deliverer, journal)
    do { try await bus.ready() } catch {
      throw StartFailure(.failed, "the message bus cannot be used: \(error)")
    }
  }

  /// Runs every part until a signal says stop; returns when all have ended.
  func work(until signals: SignalDescriptor, notify: Notify) async {
    await withTaskGroup(of: Void.self) { watching in
      watching.addTask { await self.bus.run() }
      watching.addTask { await self.watchdog(notify).run() }
      await doTheWork(until: signals, notify: notify)
      watching.cancelAll()
      await bus.stop()
    }
  }

  private func watchdog(_ notify: Notify) -> Watchdog {
    Watchdog(
      period: notify.watchdogPeriod, time: time, board: board,
      loops: { [store, bus, deliverer, monitor] in
        await store.loops + bus.loops + deliverer.loops + monitor.loops()
      }, feed: { notify.feedWatchdog() })
  }

  /// Looks and deliveries, until a signal says stop and both have come to their end by themselves: a
  /// look in flight is charged already, so its answer is waited for and committed.
  private func doTheWork(until signals: SignalDescriptor, notify: Notify) async {
    await withTaskGroup(of: Void.self) { working in
      working.addTask { await self.monitor.run() }
      working.addTask { await self.deliverer.run() }
      // In this order, so that the log calls the daemon ready before systemd calls it started.
      journal.record(Notice(.started, ["version": .text(Names.version)]))
      notify.ready(status: "watching")
      let rounds = Task { await ProfileRounds(store: store, time: time).run() }
      await serve(signals)
      rounds.cancel()
      notify.stopping()
      journal.record(Notice(.stopping))
      let limit = Task { await self.closeStoreLate() }
      await monitor.stop()
      await deliverer.stop()
      await working.waitForAll()
      limit.cancel()
    }
  }

  /// A store that takes no writes must not keep the daemon from ending: it is closed in the end, and
  /// whoever waits for it gives up.
  private func closeStoreLate() async {
    let deadline = time.now() + Self.stopPatience
    while !Task.isCancelled, time.now() < deadline { await time.sleep(until: deadline) }
    if !Task.isCancelled { await store.close() }
  }

  /// Longer than a request may take (`request_timeout`), shorter than the unit's `TimeoutStopSec=`.
  private static let stopPatience: Duration = .seconds(75)

  /// Waits for signals on a thread of its own; returns at SIGTERM or SIGINT, reloads at SIGHUP.
  private func serve(_ signals: SignalDescriptor) async {
    let (arrivals, arrive) = AsyncStream.makeStream(of: Int32.self)
    NamedThread(name: "signals") {
      while true { arrive.yield(signals.waitForNext()) }
    }.detach()
    for await signal in arrivals {
      guard signal == SignalDescriptor.reload else { return }
      // The refusal was logged by the reloader, its owner; a signal has nobody else to tell.
      try? await monitor.reload()
    }
  }
}
