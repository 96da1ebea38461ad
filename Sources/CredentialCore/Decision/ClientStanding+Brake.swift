/// One look that gave a verdict, as the brake sees it.
struct CountedLook {
  /// Whether the answer was negative.
  let isNegative: Bool
  /// Whether the user was suspected before it was sent.
  let wasSuspected: Bool
  /// Whether it opened a suspicion.
  let opens: Bool
  /// When it was sent.
  let asked: Moment
}

extension ClientStanding {
  /// Counts a look, and puts the brake on or takes it off: before any state turns.
  mutating func count(_ look: CountedLook, limits: BrakeLimits, at now: Moment) {
    tally.note(
      Tally.Counts(verdicts: 1, suspicions: look.opens ? 1 : 0), at: now, isOrdinary: brake == nil)
    if brake == nil {
      if look.opens { brakeIfPassed(\.suspicions, suspected: suspected + 1, limits, now) }
    } else {
      brake?.opened += look.opens ? 1 : 0
      if look.wasSuspected, !look.opens, look.asked >= brake?.since ?? now {
        brake?.noteAgain(agrees: look.isNegative)
      }
      if brake?.isOver ?? false { release(at: now) }
    }
  }

  /// Counts a verdict that turned, or would have but for the brake.
  mutating func countTurn(limits: BrakeLimits, at now: Moment) {
    guard brake == nil else { return }
    tally.note(Tally.Counts(turns: 1), at: now, isOrdinary: true)
    brakeIfPassed(\.turns, suspected: suspected, limits, now)
  }

  /// Whether one verdict more must be kept back.
  func keepsBack(limits: BrakeLimits, at now: Moment) -> Bool {
    var next = self
    next.countTurn(limits: limits, at: now)
    return next.brake != nil
  }

  /// Takes the brake off and begins to count anew, so that what put it on does not do so again.
  package mutating func release(at now: Moment) {
    brake = nil
    freed = now
    tally.forgetLately()
  }

  private mutating func brakeIfPassed(
    _ count: KeyPath<Tally.Counts, Int>, suspected: Int, _ limits: BrakeLimits, _ now: Moment
  ) {
    guard let passed = limits.passed(by: count, in: tally, members: members, at: now) else {
      return
    }
    // Verdicts may fall of suspicions that were opened days ago. Users of the window who were logged
    // out are suspected no more, and those whom a pause keeps for weeks are no part of this trouble.
    let lately = max(passed.count, tally.counts(.day, at: now).suspicions)
    let opened = max(1, min(suspected, lately))
    brake = Brake(since: now, limit: passed.limit, count: passed.count, opened: opened)
  }
}
