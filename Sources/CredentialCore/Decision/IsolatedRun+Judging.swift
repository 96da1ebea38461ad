extension IsolatedRun {
  /// The run with one more answer; one less than a day after the last counts no further.
  static func next(
    after run: IsolatedRun?, _ observation: Observation, day: Duration
  ) -> IsolatedRun {
    let time = observation.answered
    // What lies ahead was written under a clock that was wrong.
    guard var run, run.last <= time else { return IsolatedRun(first: time, last: time, looks: 1) }
    guard observation.asked >= run.last + day else { return run }
    run.last = time
    run.looks += 1
    return run
  }
}

extension IsolatedRun {
  /// How many of its answers came since a moment a little more than a day ago; `before` is the run
  /// without the newest.
  fileprivate func counted(since moment: Moment, before: IsolatedRun?) -> Int {
    if first >= moment { return looks }
    guard let before, before != self, before.last >= moment else { return 1 }
    return 2
  }
}

extension ClientStanding {
  /// Other users with isolated answers within a day that never say that the fault is ours.
  static let isolatedAtLeast = 2

  /// Whether an isolated answer is this user's alone: there are others, most of the client's looks are
  /// not so, and of the others' fewer than one in a hundred; `own` of the isolated ones are this user's.
  func isAlone(own: Int, at now: Moment) -> Bool {
    let day = tally.counts(.day, at: now)
    let others = max(0, day.isolated - own)
    guard members >= Self.fewestWitnesses, day.verdicts > others + 1 else { return false }
    return others <= Self.isolatedAtLeast || others * 100 < day.verdicts + others
  }
}

extension Decider {
  /// Adds an isolated answer to the grant's run; the observation as it counts then.
  func weigh(
    _ observation: Observation, _ grant: inout Grant, _ policy: ProviderPolicy,
    in book: inout ClientBook, _ now: Moment
  ) -> Observation {
    guard observation.answer == .isolated, grant.isMember else { return observation }
    let run = IsolatedRun.next(after: grant.isolated, observation, day: policy.evidenceDay)
    let own = run.counted(since: now - .seconds(25 * 3600), before: grant.isolated)
    if run != grant.isolated {
      book.change(grant.client) {
        $0.tally.note(Tally.Counts(isolated: 1), at: now, isOrdinary: true)
      }
    }
    grant.isolated = run
    guard run.looks >= IsolatedRun.evident,
      book[grant.client].isAlone(own: own, at: now)
    else { return observation }
    return observation.presumed
  }
}
