package import CredentialCore

extension MonitorService {
  /// Has verified pushes judged; returns once what they led to is durable, in their order: nil where
  /// there is no such credential. All of them or, with an error, none.
  package func apply(_ pushes: [Push]) async throws -> [Committed?] {
    for name in Set(pushes.map(\.credential.provider)) { _ = try configured(name) }
    let committed = try await translating {
      try await store.apply(pushes, decider: setup.decider, now: time.now())
    }
    let ledger = EventLog(journal: journal)
    for case let outcome? in committed { ledger.record(outcome) }
    for name in Set(pushes.map(\.credential.provider)) {
      let outcomes = zip(pushes, committed).filter { $0.0.credential.provider == name }
        .compactMap { $0.1 }
      if let stale = outcomes.compactMap(\.stale).last { await watches[name]?.tellStale(stale) }
      if outcomes.contains(where: \.holdsBack) { await watches[name]?.noteHeldPush() }
      if let change = outcomes.compactMap(\.pushBrake).last { await tell(change.brake, of: name) }
      await nudge(name)
    }
    return committed
  }

  /// Tells of the brakes on pushes of one provider, or of all (nil), as the store has them.
  func tellPushBrakes(of provider: ProviderName?) async throws {
    for name in setup.providers.map(\.name) where name == provider ?? name {
      let book = try await translating { try await store.clients(of: name) }
      await tell(book.pushes.brake, of: name)
    }
  }

  /// Tells that the brake on a provider's pushes is on, until its hour is over, or that it is off.
  private func tell(_ brake: PushBrake?, of provider: ProviderName) async {
    pushBrakeEnds.removeValue(forKey: provider)?.cancel()
    let now = time.now()
    guard let brake, !brake.isOver(at: now) else {
      return await board.end(.pushBrakeOn, subject: provider.text)
    }
    await board.begin(
      .pushBrakeOn, subject: provider.text, detail: "more than \(brake.limit) in an hour",
      since: brake.since)
    guard !isStopping else { return }
    pushBrakeEnds[provider] = Task { [time] in
      await time.sleep(until: brake.until, asOf: now)
      if !Task.isCancelled { try? await self.tellPushBrakes(of: provider) }
    }
  }
}

extension ProviderWatch {
  /// Has the watch ask, at its next turn, how long what is kept back may wait.
  func noteHeldPush() { vigil.noteCommit(waits: true, at: time.now()) }
}
