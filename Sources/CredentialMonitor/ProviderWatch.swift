internal import CredentialCore

/// Watches one provider: claims due looks, has them made, commits what they say.
///
/// Everything it waits for arrives at one inbox; a claim is never made while results wait to be
/// committed, so a store that takes no writes stops the claims by itself.
actor ProviderWatch {
  let store: any CredentialStore
  let time: any TimeSource
  let board: ConditionBoard
  let ledger: EventLog

  private(set) var provider: Provider
  private(set) var decider: Decider
  private var round: ProviderRound
  private var health = ProviderHealth()
  var turns = LoopTurns()
  var clock = ClockWatch()
  var sweep: StaleCourse
  /// When what waits may have waited for too long.
  var vigil = Vigil()
  /// When answers about rotating tokens are given up.
  var lost: LostCourse
  var unreadable: [ConditionKind: Unreadable] = [:]
  /// Access tokens, and who waits for one.
  var access = AccessDesk()
  /// Test users whose answers are kept.
  var recorded: Set<Subject> = []
  private var random: any RandomNumberGenerator & Sendable
  private var arrived: [LookResult] = []
  private var inFlight = 0
  private var replacement: Provider?
  private var isStopping = false
  private var isRemoved = false
  private var alarm: Task<Void, Never>?
  private let news: AsyncStream<Void>
  private let bell: AsyncStream<Void>.Continuation

  init(
    provider: Provider, decider: Decider, store: any CredentialStore, time: any TimeSource,
    board: ConditionBoard, ledger: EventLog, random: any RandomNumberGenerator & Sendable
  ) {
    (self.provider, self.decider) = (provider, decider)
    self.random = random
    (self.store, self.time, self.board, self.ledger) = (store, time, board, ledger)
    let now = time.now()
    round = ProviderRound(policy: provider.policy, now: now)
    sweep = StaleCourse(now: now)
    lost = LostCourse(now: now)
    (news, bell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    bell.yield()
  }

  /// Works until it was stopped and every look in flight has ended.
  func run() async {
    for await _ in news {
      turns.work()
      await settle()
      await swapWhenIdle()
      if isStopping, inFlight == 0 { break }
      if !isStopping, replacement == nil {
        await sweepStale()
        await keepVigil()
        await giveUpAnswers()
        await advance()
      }
      turns.rest()
    }
    alarm?.cancel()
    access.close()
    provider.looker.close()
    replacement?.looker.close()
    await provider.looker.ended()
    if isRemoved { await endConditions() }
    turns.rest()
  }

  /// Tells at once what an operation or a start means for what waits for too long.
  func tellWaitsAnew() async {
    await tellWaits()
    bell.yield()
  }

  /// Something may have become due.
  func nudge() {
    round.nudged(now: time.now())
    vigil.noteCommit(waits: false, at: time.now())
    bell.yield()
  }

  /// Takes over another configuration: its rules for every answer that comes from now on, the rest
  /// once the looks in flight have ended.
  func replace(by provider: Provider, decider: Decider) {
    replacement?.looker.close()
    replacement = provider
    access.forget()
    self.decider = decider
    bell.yield()
  }

  /// Makes no further claims; `run` returns when the looks in flight have ended. With a provider that
  /// was removed from the configuration its conditions end.
  func stop(isRemoved: Bool) {
    isStopping = true
    self.isRemoved = isRemoved
    access.forget()
    bell.yield()
  }

  /// Until when the provider is not asked, as it throttles or cannot be reached.
  func wait(now: Moment) -> Moment? { round.wait(now: now) }

  /// Looks that were begun and have not been committed.
  var looksInFlight: Int { inFlight }

  private func receive(_ results: [LookResult]) {
    arrived += results
    bell.yield()
  }

  private func settle() async {
    while !arrived.isEmpty {
      let results = arrived
      arrived = []
      do {
        await keepRecords(of: results)
        let committed = try await commitReadable(results)
        inFlight -= results.count
        tellAccess(of: results, committed)
        let told = committed.compactMap { $0 }
        vigil.noteCommit(waits: told.contains { $0.holdsBack || $0.hasAwaiting }, at: time.now())
        let nextDue = committed.nextDue(orAt: time.now())
        round.received(results, nextDue: nextDue, now: time.now()) {
          Double.random(in: 0..<1, using: &random)
        }
        if provider.policy.rotation.isRotating { lost.noteCommit(results, at: time.now()) }
        await tell(told)
        await tell(health.note(results))
        await noteMismatched(in: results)
      } catch {
        await board.begin(.storeBlocked, detail: "\(error)")
        if isStopping {
          inFlight -= results.count  // closed under us: the looks count as spent, nobody changes
          continue
        }
        arrived = results + arrived
        let now = time.now()
        return ring(at: now + ProviderRound.pause, asOf: now)
      }
    }
  }

  /// Tells of everything that is news in what was committed.
  private func tell(_ committed: [Committed]) async {
    for outcome in committed { ledger.record(outcome) }
    await tell(committed.compactMap(\.brake))
    await tellStale(committed.compactMap(\.stale).last)
    if committed.contains(where: \.hasCanaryNews) { try? await tellCanaries() }
  }

  /// Commits; when that takes long because the store takes no writes, says so meanwhile.
  func commit(_ results: [LookResult]) async throws -> [Committed?] {
    let vigil = Task { [store, time, board] in
      while !Task.isCancelled {
        await time.sleep(until: time.now() + Self.commitPatience)
        guard !Task.isCancelled, case .blocked(let reason, _) = store.health() else { continue }
        await board.begin(.storeBlocked, detail: reason)
      }
    }
    defer { vigil.cancel() }
    let committed = try await commitToStore(results)
    await board.end(.storeBlocked)
    return committed
  }

  /// How long a commit may take before the store is asked whether it is blocked.
  private static let commitPatience: Duration = .seconds(2)

  private func advance() async {
    while true {
      let now = time.now()
      switch provider.policy.rotation == .shared ? .wait(until: nil) : round.next(now: now) {
      case .wait(let moment):
        let course = earlier(earlier(sweep.nextStep, vigil.due), lost.due)
        return ring(at: earlier(moment, course), asOf: now)
      case .claim(let limit):
        do { try await claim(limit) } catch {
          round.refused(now: time.now())
          await board.begin(.storeBlocked, detail: "\(error)")
          continue
        }
        guard arrived.isEmpty, !isStopping else {
          bell.yield()  // commit first
          return
        }
      }
    }
  }

  private func claim(_ limit: Int) async throws {
    let now = try await noteClock()
    let request = ClaimRequest(
      provider: provider.name, policy: provider.policy, limit: limit,
      regular: round.regularAllowance(now: now), now: now)
    let batch = try await claimFromStore(request)
    // Told to stop meanwhile: none of these was sent, so none is to count as spent.
    if isStopping { return try await store.giveBack(batch.looks, now: time.now()) }
    await board.end(.storeBlocked)
    // The commit may have taken a while, and what counts for the pace is when the looks leave.
    round.claimed(batch, asked: now, now: time.now())
    inFlight += batch.looks.count
    await noteUnreadable(in: batch)
    guard !batch.looks.isEmpty else { return }
    provider.looker.start(marked(batch.looks), now: now) { results in
      Task { await self.receive(results) }
    }
  }

  private func swapWhenIdle() async {
    guard let replacement, inFlight == 0 else { return }
    await board.end(.clientNotConfigured, subject: provider.name.text)
    provider.looker.close()
    provider = replacement
    self.replacement = nil
    round = ProviderRound(policy: provider.policy, now: time.now())
    health = ProviderHealth()
  }

  private func tell(_ changes: [ProviderHealth.Change]) async {
    if changes.contains(where: \.isEnd) { await tellWaitsUncovered() }
    for change in changes {
      switch change {
      case .begin(let kind, let detail):
        await board.begin(kind, subject: provider.name.text, detail: detail)
      case .end(let kind): await board.end(kind, subject: provider.name.text)
      }
    }
  }

  private func endConditions() async {
    let kinds: [ConditionKind] = [
      .providerUnreachable, .providerThrottled, .providerMisconfigured, .clientNotConfigured,
      .sealUnreadable, .rowUnreadable, .tokenMismatched, .credentialsStale,
      .canaryFailing, .canaryMissing, .verdictsFrozen, .baselineWaiting, .clockWrong,
      .holdsTooOld, .pushBrakeOn, .pushSilent, .pushClientNotConfigured, .rotationLost,
      .rotationUnknown, .clientSecretExpiring, .clientSecretExpired, .transferOpen, .transferEnding,
    ]
    for kind in kinds { await board.end(kind, subject: provider.name.text, isGone: true) }
    for client in vigil.clients.union(provider.clients) {
      for kind in [ConditionKind.brakeOn, .controlMissing] {
        await board.end(kind, subject: BrakeChange.subject(provider.name, client), isGone: true)
      }
    }
  }

  /// Sets the one alarm to a moment that was chosen at `now`; nil leaves only news to wait for.
  private func ring(at moment: Moment?, asOf now: Moment) {
    alarm?.cancel()
    alarm = nil
    guard let moment else { return }
    alarm = Task { [time, bell] in
      await time.sleep(until: moment, asOf: now)
      if !Task.isCancelled { bell.yield() }
    }
  }
}
