/// The conditions that hold now; each is told once when it begins and once when it ends.
///
/// A value that reads no clock: what is to be told later (a condition that must last a while first, the
/// end of one that comes and goes) is told by `turn`, which its owner calls at `nextTurn`.
package struct Conditions: Sendable {
  /// What tells two conditions apart.
  struct Key: Hashable {
    let kind: ConditionKind
    let subject: String
  }

  /// A condition that was seen.
  struct Entry {
    var condition: Condition
    /// Whether its begin was told.
    var isTold = false
    /// When it was last said to be over; it may come back before that is told.
    var over: Moment?
    /// Whether whom it concerned is no more.
    var isGone = false
    /// How often it came back lately.
    var returns: Int
  }

  /// A condition whose end was told.
  private struct Past {
    let ended: Moment
    let returns: Int
  }

  /// One that comes back within this time of its end comes and goes.
  package static let memory: Duration = .seconds(3600)
  /// How long the end of one that came back once must last before it is told; doubled by each return,
  /// up to `memory`.
  static let calm: Duration = .seconds(60)

  private var entries: [Key: Entry] = [:]
  private var past: [Key: Past] = [:]

  /// Nothing is amiss.
  package init() {}

  /// The conditions that hold and are not explained by another, the longest-standing first.
  package var current: [Condition] {
    entries.filter { $0.value.isTold && explanation(of: $0.key) == nil }
      .map(\.value.condition).sorted {
        ($0.since, $0.kind.rawValue, $0.subject) < ($1.since, $1.kind.rawValue, $1.subject)
      }
  }

  /// Notes that a condition holds, from now on or since an earlier time, or what is seen of it now;
  /// returns what is to be told at once.
  package mutating func begin(
    _ kind: ConditionKind, subject: String, detail: String, since: Moment? = nil, at now: Moment
  ) -> [Notice] {
    let key = Key(kind: kind, subject: subject)
    if entries[key] != nil {
      entries[key]?.over = nil
      entries[key]?.isGone = false
      entries[key]?.condition.detail = detail
    } else {
      let before = past.removeValue(forKey: key).flatMap { now - $0.ended < Self.memory ? $0 : nil }
      let condition = Condition(kind: kind, subject: subject, since: since ?? now, detail: detail)
      entries[key] = Entry(condition: condition, returns: before.map { $0.returns + 1 } ?? 0)
    }
    return turn(at: now)
  }

  /// Notes that a condition does not hold (any more); returns what is to be told at once.
  ///
  /// With `isGone`, whom it concerned is no more, so it cannot come back.
  package mutating func end(
    _ kind: ConditionKind, subject: String, isGone: Bool = false, at now: Moment
  ) -> [Notice] {
    let key = Key(kind: kind, subject: subject)
    guard entries[key] != nil else { return [] }
    if entries[key]?.over == nil { entries[key]?.over = now }
    if isGone { entries[key]?.isGone = true }
    return turn(at: now)
  }

  /// The wall clock was stepped by so much: what was seen before was seen as long ago as it was.
  package mutating func noteStep(of step: Duration) {
    entries = entries.mapValues { entry in
      var entry = entry
      entry.condition.since = entry.condition.since + step
      entry.over = entry.over.map { $0 + step }
      return entry
    }
    past = past.mapValues { Past(ended: $0.ended + step, returns: $0.returns) }
  }

  /// What is to be told at `now`.
  package mutating func turn(at now: Moment) -> [Notice] {
    past = past.filter { now - $0.value.ended < Self.memory }
    var notices: [Notice] = []
    // Ends first: they may uncover what they explained.
    for (key, entry) in ordered where isDue(entry.endDue, now) {
      entries[key] = nil
      guard entry.isTold else { continue }
      past[key] = Past(ended: entry.over ?? now, returns: entry.isGone ? 0 : entry.returns)
      notices.append(entry.endNotice)
    }
    for (key, entry) in ordered where !entry.isTold && isDue(beginDue(key, entry), now) {
      entries[key]?.isTold = true
      notices.append(Notice(began: entry.condition))
    }
    return notices
  }

  /// When `turn` has something to do next; nil: not before news.
  package var nextTurn: Moment? {
    entries.compactMap { $0.value.endDue ?? ($0.value.isTold ? nil : beginDue($0.key, $0.value)) }
      .min()
  }

  private var ordered: [(key: Key, entry: Entry)] {
    entries.map { ($0.key, $0.value) }.sorted {
      ($0.entry.condition.since, $0.key.kind.rawValue, $0.key.subject)
        < ($1.entry.condition.since, $1.key.kind.rawValue, $1.key.subject)
    }
  }

  private func isDue(_ moment: Moment?, _ now: Moment) -> Bool { moment.map { $0 <= now } ?? false }

  private func beginDue(_ key: Key, _ entry: Entry) -> Moment? {
    guard entry.over == nil, explanation(of: key) == nil else { return nil }
    return entry.condition.since + key.kind.showsAfter
  }

  /// A condition that explains this one.
  private func explanation(of key: Key) -> Condition? {
    key.kind.dependsOn.lazy.compactMap { kind in
      entries.values.map(\.condition).first { $0.kind == kind && $0.covers(key.subject) }
    }.first
  }
}

extension Conditions.Entry {
  /// When its end is told; nil while it holds.
  fileprivate var endDue: Moment? {
    guard let over else { return nil }
    guard isTold, !isGone else { return over }
    guard returns > 0 else { return over + condition.kind.endsAfter }
    return over + min(Conditions.calm * (1 << min(returns - 1, 10)), Conditions.memory)
  }

  fileprivate var endNotice: Notice {
    let lasted = max(.zero, (over ?? condition.since) - condition.since).wholeMilliseconds / 1000
    return Notice(
      .conditionEnded,
      [
        "condition": .text(condition.kind.rawValue), "subject": .text(condition.subject),
        "title": .text(condition.kind.title), "lasted_seconds": .integer(lasted),
      ])
  }
}
