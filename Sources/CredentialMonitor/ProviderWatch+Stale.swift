internal import CredentialCore

extension ProviderWatch {
  /// Searches, a step at a time, for users whom nobody has confirmed for long.
  func sweepStale() async {
    let now = time.now()
    guard sweep.isDue(interval: provider.policy.interval, now: now) else { return }
    do {
      let page = try await sweepStore(
        sweep.step(provider.name, decider: decider, now: try await noteClock()))
      sweep.note(page)
      for committed in page.committed { ledger.record(committed) }
      await tellStale(page.committed.last?.stale)
    } catch {
      // A store that cannot be read or written is told of by the claims.
      sweep.refused(now: now)
    }
  }

  /// Tells how many users are stale, when that has changed; nil: it has not.
  func tellStale(_ count: Int?) async {
    guard let count else { return }
    guard count > 0 else {
      return await board.end(.credentialsStale, subject: provider.name.text)
    }
    await board.begin(
      .credentialsStale, subject: provider.name.text, detail: "\(Amount(count, "user"))")
  }

  /// Tells how many users are stale as the store has it.
  func tellStale() async throws {
    await tellStale(try await store.clients(of: provider.name).stale)
  }

  /// The earlier of two times, where there are two.
  func earlier(_ one: Moment?, _ other: Moment?) -> Moment? {
    [one, other].compactMap { $0 }.min()
  }
}
