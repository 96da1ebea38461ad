internal import CredentialCore

/// Reads a provider's list of linked users at its times, and has users looked at who are missing.
///
/// Being absent is a reason for a look and never a verdict; a list that is not read to its end says
/// nothing at all.
struct SweepDuty: Sendable {
  /// So many users of one sweep are looked at early; the others' regular looks find out.
  static let mostAsked = 10_000
  /// So many rows are read at once.
  private static let rows = 500

  let provider: Provider
  let sweeper: any Sweeper
  let store: any CredentialStore
  let time: any TimeSource
  let journal: any Journal
  /// Tells the provider's watch that looks are due.
  let nudge: @Sendable () async -> Void

  /// Works until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      await wait(until: next(after: time.now()))
      guard !Task.isCancelled else { break }
      await sweep()
      sweeper.rest()
    }
  }

  /// When the next sweep begins: at a fixed time of the provider's in each interval, so that a restart
  /// neither repeats one nor puts it off for ever.
  func next(after now: Moment) -> Moment {
    guard let name = try? Subject("sweep") else { return .distantFuture }
    let id = CredentialID(provider: provider.name, subject: name)
    return Schedule.slot(
      for: id, notBefore: now + .milliseconds(1), interval: sweeper.interval)
  }

  /// Reads the list once.
  func sweep() async {
    var roll = SweepRoll(spacing: sweeper.spacing, now: time.now())
    var step = SweepRoll.Step.next(nil, after: .zero)
    while case .next(let place, let pause) = step {
      if pause > .zero { await wait(until: time.now() + pause) }
      guard !Task.isCancelled else { return }
      step = roll.note(await sweeper.page(at: place))
    }
    guard !Task.isCancelled else { return }
    if case .broken(let reason) = step { return tell(.sweepBroken, ["description": .text(reason)]) }
    do { try await ask(about: roll) } catch {
      tell(.sweepBroken, ["description": .text("\(error)")])
    }
  }

  private func ask(about roll: SweepRoll) async throws {
    let absent = try await absentees(roll)
    guard !absent.isEmpty else { return }
    var asked = 0
    for id in absent.prefix(Self.mostAsked) {
      let outcome = try await store.requestCheck(id, policy: provider.policy, now: time.now())
      if outcome == .accepted { asked += 1 }
    }
    if asked > 0 { await nudge() }
    tell(
      .sweepMissed,
      [
        "listed": .integer(Int64(roll.count)), "absent": .integer(Int64(absent.count)),
        "asked": .integer(Int64(asked)),
      ])
  }

  private func absentees(_ roll: SweepRoll) async throws -> [CredentialID] {
    var query = CredentialQuery(provider: provider.name, state: .authorized, limit: Self.rows)
    var absent: [CredentialID] = []
    while true {
      let page = try await store.credentials(query)
      absent += page.filter(roll.misses).map(\.id)
      guard page.count == Self.rows, let last = page.last, !Task.isCancelled else {
        return absent
      }
      query.after = last.id
    }
  }

  private func tell(_ kind: NoticeKind, _ fields: Fields) {
    var all: Fields = ["provider": .text(provider.name.text)]
    for field in fields.members { all.add(field.name, field.value) }
    journal.record(Notice(kind, all))
  }

  /// Waits on the wall clock, however often that is woken early.
  private func wait(until moment: Moment) async {
    let begun = time.now()
    while !Task.isCancelled {
      let now = time.now()
      guard now < moment, now >= begun else { return }
      await time.sleep(until: moment, asOf: now)
    }
  }
}
