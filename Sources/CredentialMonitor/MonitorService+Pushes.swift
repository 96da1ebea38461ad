package import CredentialCore

extension MonitorService {
  /// Has verified pushes judged; returns once what they led to is durable, in their order: nil where
  /// there is no such credential. All of them or, with an error, none.
  package func apply(_ pushes: [Push]) async throws -> [Committed?] {
    for name in Set(pushes.map(\.credential.provider)) { _ = try configured(name) }
    let committed = try await translating {
      try await store.apply(pushes, decider: setup.decider, now: time.now())
    }
    for name in Set(pushes.map(\.credential.provider)) {
      let outcomes = zip(pushes, committed).filter { $0.0.credential.provider == name }
      await follow(outcomes.compactMap { $0.1 }, of: name)
      await nudge(name)
    }
    return committed
  }

  /// Has what was pushed about a user before the enrolment judged; the credential as it is then, nil
  /// when there was nothing. Whoever enrols a user calls it.
  func recallPushes(about id: CredentialID) async throws -> Credential? {
    let outcomes = try await translating {
      try await store.recallPushes(about: id, decider: setup.decider, now: time.now())
    }
    guard !outcomes.isEmpty else { return nil }
    await follow(outcomes, of: id.provider)
    return try await translating { try await store.credential(id) }
  }

  /// Tells what pushes about one provider's users led to.
  private func follow(_ outcomes: [Committed], of name: ProviderName) async {
    let ledger = EventLog(journal: journal)
    for outcome in outcomes { ledger.record(outcome) }
    if let stale = outcomes.compactMap(\.stale).last { await watches[name]?.tellStale(stale) }
    if outcomes.contains(where: \.holdsBack) { await watches[name]?.noteHeldPush() }
    if let change = outcomes.compactMap(\.pushBrake).last { await tell(change.brake, of: name) }
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
