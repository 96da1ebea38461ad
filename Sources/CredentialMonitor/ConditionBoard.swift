package import CredentialCore

/// The conditions that hold in this process, told to the journal once when they begin and end.
package actor ConditionBoard {
  private var conditions = Conditions()
  private let journal: any Journal
  private let time: any TimeSource
  /// The clock as it was last found to go.
  private var reading: ClockReading?
  private var alarm: (at: Moment, task: Task<Void, Never>)?

  /// Starts with nothing amiss.
  package init(journal: any Journal, time: any TimeSource) {
    self.journal = journal
    self.time = time
  }

  /// The conditions that hold, the longest-standing first.
  package var current: [Condition] { conditions.current }

  /// Notes that a condition holds, from now on or since an earlier time, or what is seen of it now.
  package func begin(
    _ kind: ConditionKind, subject: String = "", detail: String, since: Moment? = nil
  ) {
    let now = now()
    tell(
      conditions.begin(kind, subject: subject, detail: detail, since: since, at: now), asOf: now)
  }

  /// Notes that a condition does not hold; with `isGone`, that whom it concerned is no more.
  package func end(_ kind: ConditionKind, subject: String = "", isGone: Bool = false) {
    let now = now()
    tell(conditions.end(kind, subject: subject, isGone: isGone, at: now), asOf: now)
  }

  /// The time; a clock that was stepped is noticed first.
  private func now() -> Moment {
    let clock = time.clock()
    if let reading, clock.isStepped(since: reading) {
      conditions.noteStep(of: clock.origin - reading.origin)
    }
    if reading.map({ clock.boot != $0.boot || clock.isStepped(since: $0) }) ?? true {
      reading = clock
    }
    return clock.now
  }

  private func tell(_ notices: [Notice], asOf now: Moment) {
    for notice in notices { journal.record(notice) }
    let next = conditions.nextTurn
    guard alarm?.at != next else { return }
    alarm?.task.cancel()
    alarm = next.map { moment in
      let task = Task { [time] in
        await time.sleep(until: moment, asOf: now)
        if !Task.isCancelled { self.turn() }
      }
      return (moment, task)
    }
  }

  private func turn() {
    alarm = nil
    let now = now()
    tell(conditions.turn(at: now), asOf: now)
  }
}
