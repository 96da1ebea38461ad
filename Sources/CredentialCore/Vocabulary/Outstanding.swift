/// What is kept of a token that was presented to a rotating provider while the answer is not known.
package struct Outstanding: Sendable, Equatable {
  /// More often than this no token is presented without knowing what came of it.
  package static let most = 2

  /// When it was presented first.
  package let since: Moment
  /// What was known of it before.
  package let before: Grant.Status
  /// How often it was presented.
  package var times: Int
  /// Until when it may be presented once more, its answer being lost; nil while that is not known, and
  /// when it may not.
  package var again: Moment?

  /// Spells out what is kept.
  package init(since: Moment, before: Grant.Status, times: Int = 1, again: Moment? = nil) {
    self.since = since
    self.before = before
    self.times = times
    self.again = again
  }
}

extension Grant {
  /// Whether the token may be presented at `now`: not while an answer to it is awaited or lost, unless
  /// it may be presented once more.
  package func isAskable(at now: Moment) -> Bool {
    switch status {
    case .unproven, .live, .dead: return true
    case .lost: return false
    case .outstanding:
      guard let outstanding, outstanding.times < Outstanding.most, let until = outstanding.again
      else { return false }
      return outstanding.since <= now && now < until
    }
  }

  /// Notes, before the request, that the token is presented to a provider that may replace it.
  package mutating func present(at now: Moment) {
    guard outstanding == nil else {
      outstanding?.times += 1
      return
    }
    outstanding = Outstanding(since: now, before: status)
    status = .outstanding
  }

  /// The request surely never left: all is as before it.
  package mutating func takeBackPresentation() {
    guard let known = outstanding, status == .outstanding else { return }
    guard known.times > 1 else { return settle() }
    outstanding?.times -= 1
  }

  /// The answer is known, and the token of this record is the one to present next.
  mutating func settle() {
    guard let known = outstanding else { return }
    status = known.before
    outstanding = nil
  }

  /// The answer is lost; true when that is for good, false when the token may be presented once more
  /// within `grace`. A clock that went back makes it for good.
  mutating func lose(at now: Moment, grace: Duration) -> Bool {
    guard let known = outstanding, grace > .zero, known.since <= now,
      now < known.since + grace, known.times < Outstanding.most
    else {
      giveUpAsLost()
      return true
    }
    outstanding?.again = known.since + grace
    return false
  }

  private mutating func giveUpAsLost() {
    outstanding?.again = nil
    status = .lost
    suspicion = nil
    isolated = nil
  }
}
