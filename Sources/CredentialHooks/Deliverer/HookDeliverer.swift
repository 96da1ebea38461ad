package import CredentialCore

/// Delivers events to hooks: a reader of the store's ledger that has each due delivery run once at
/// a time, and commits every start before it and every end after it.
package actor HookDeliverer {
  let store: any CredentialStore
  let time: any TimeSource
  let journal: any Journal
  let conditions: any HookConditions
  let link: RunnerLink
  var lanes: [HookName: HookLane] = [:]
  var random: any RandomNumberGenerator & Sendable
  private let news: AsyncStream<Void>
  let bell: AsyncStream<Void>.Continuation
  private var alarm: Task<Void, Never>?
  private(set) var isStopping = false

  /// Makes a deliverer without hooks; `socket` is the runner's, `random` spreads retries.
  package init(
    store: any CredentialStore, socket: String, time: any TimeSource, journal: any Journal,
    conditions: any HookConditions, random: any RandomNumberGenerator & Sendable
  ) {
    (self.store, self.time, self.journal) = (store, time, journal)
    (self.conditions, self.random) = (conditions, random)
    (news, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    link = RunnerLink(socket: socket, time: time, conditions: conditions, bell: bell)
  }

  /// Puts these hooks into force; a hook that had been stopped is tried again, one that is not among
  /// them is told of no longer.
  package func apply(_ hooks: [Hook]) async {
    let old = lanes
    lanes = [:]
    for hook in hooks {
      lanes[hook.name] = HookLane(hook: hook, busy: old[hook.name]?.busy ?? [])
    }
    bell.yield()
    for name in old.keys.sorted() where lanes[name] == nil {
      await conditions.end(.hookStopped, subject: name.text)
    }
  }

  /// Delivers until `stop`. Call once.
  package func run() async {
    let open = await openAttempts()
    await withDiscardingTaskGroup { group in
      group.addTask { await self.link.run(expecting: open.map { self.key($0, $0.attempts) }) }
      group.addTask { await self.relaySequences() }
      for delivery in open { group.addTask { await self.resume(delivery) } }
      for await _ in news {
        if isStopping { break }
        for (delivery, hook) in await pick() {
          group.addTask { await self.attempt(delivery, of: hook) }
        }
      }
      alarm?.cancel()
      group.cancelAll()
    }
  }

  /// Starts nothing more and returns; hooks that run go on in the runner, and the next daemon hears
  /// of their ends.
  package func stop() async {
    isStopping = true
    bell.yield()
    await link.stop()
  }

  /// The loops that a watchdog is to see turn.
  package nonisolated var loops: [WatchedLoop] {
    [WatchedLoop(name: "link to the hook runner") { [link] in await link.turn() }]
  }

  /// Which attempt of this store a delivery's attempt number `attempt` is.
  nonisolated func key(_ delivery: Delivery, _ attempt: Int) -> AttemptKey {
    AttemptKey(generation: store.generation, delivery: delivery.id, attempt: attempt)
  }

  /// Attempts that an earlier daemon has started and not finished.
  private func openAttempts() async -> [Delivery] {
    while !isStopping {
      do {
        let open = try await store.openAttempts()
        for delivery in open { lanes[delivery.id.hook]?.busy.insert(delivery.id) }
        return open
      } catch {
        await pauseForStore(error)
      }
    }
    return []
  }

  /// Rings the bell for each new event.
  private func relaySequences() async {
    for await _ in store.publishedSequences() { bell.yield() }
  }

  /// The deliveries to attempt now, marked as under way.
  private func pick() async -> [(Delivery, Hook)] {
    guard await link.isReady else { return [] }
    var picked: [(Delivery, Hook)] = []
    for name in lanes.keys.sorted() { picked += await pick(name) }
    setAlarm()
    return picked
  }

  private func pick(_ name: HookName) async -> [(Delivery, Hook)] {
    let now = time.now()
    guard let lane = lanes[name], lane.room(at: now) > 0 else { return [] }
    do {
      // Those under way may be listed too.
      let limit = lane.hook.concurrency + lane.busy.count
      let due = try await store.dueDeliveries(of: name, limit: limit, now: now)
      guard var lane = lanes[name] else { return [] }
      let ready = due.deliveries.filter { !lane.busy.contains($0.id) }
      let picked = ready.prefix(lane.room(at: now))
      lane.busy.formUnion(picked.map(\.id))
      lane.nextDue = ready.count > picked.count ? now : due.nextDue
      lanes[name] = lane
      return picked.map { ($0, lane.hook) }
    } catch {
      if !isStopping { await pauseForStore(error) }
      return []
    }
  }

  /// Wakes the deliverer when the next delivery falls due.
  private func setAlarm() {
    alarm?.cancel()
    let now = time.now()
    guard let next = lanes.values.compactMap({ $0.alarm(at: now) }).min() else { return }
    alarm = Task { [time, bell] in
      await time.sleep(until: next)
      if !Task.isCancelled { bell.yield() }
    }
  }

  /// The store's owner tells of its trouble; the deliverer only waits.
  func pauseForStore(_ error: any Error) async {
    await time.sleep(until: time.now() + .seconds(1))
    bell.yield()
  }
}
