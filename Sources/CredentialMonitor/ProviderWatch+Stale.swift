internal import CredentialCore

extension ProviderWatch {
  /// Searches, a step at a time, for users whom nobody has confirmed for long; goes along with what
  /// wakes the watch anyway, so that a provider without trouble wakes nobody.
  func sweepStale() async {
    let now = time.now()
    // A time that lies further ahead than any that is planned was chosen before the clock went back.
    let furthest = now + StaleRounds.tolerance(interval: provider.policy.interval)
    guard now >= sweep.due || sweep.due > furthest else { return }
    do {
      let step = StaleSweep(
        provider.name, decider: decider, after: sweep.after, limit: Self.toldAtOnce,
        now: try await noteClock())
      let page = try await sweepStore(step)
      sweep = (page.next, page.due)
      for committed in page.committed { ledger.record(committed) }
      await tellStale(page.committed.last?.stale)
    } catch {
      // A store that cannot be read or written is told of by the claims.
      sweep.due = now + Self.pauseAfterRefusal
    }
  }

  /// When a round that is under way goes on; nil between two rounds.
  var nextSweepStep: Moment? { sweep.after == nil ? nil : sweep.due }

  /// Tells how many users are stale, when that has changed; nil: it has not.
  func tellStale(_ count: Int?) async {
    guard let count else { return }
    guard count > 0 else {
      return await board.end(.credentialsStale, subject: provider.name.text)
    }
    let detail = count == 1 ? "1 user" : "\(count) users"
    await board.begin(.credentialsStale, subject: provider.name.text, detail: detail)
  }

  /// Tells how many users are stale as the store has it.
  func tellStale() async throws {
    await tellStale(try await store.clients(of: provider.name).stale)
  }

  /// The earlier of two times, where there are two.
  func earlier(_ one: Moment?, _ other: Moment?) -> Moment? {
    [one, other].compactMap { $0 }.min()
  }

  /// So many users are told of in one transaction.
  private static let toldAtOnce = 500
  private static let pauseAfterRefusal: Duration = .seconds(60)
}
