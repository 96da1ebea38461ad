/// A condition that holds: its kind, whom it concerns, since when.
package struct Condition: Sendable, Equatable {
  /// Which.
  package let kind: ConditionKind
  /// The provider, hook or file it concerns; empty for the daemon as a whole.
  package let subject: String
  /// When it began, by the wall clock as it goes now.
  package internal(set) var since: Moment
  /// What was seen last, for people.
  package internal(set) var detail: String

  /// As status shows it.
  package var fields: Fields {
    [
      "condition": .text(kind.rawValue), "subject": .text(subject), "since": .time(since),
      "title": .text(kind.title), "severity": .text(kind.severity.rawValue),
      "detail": .text(detail), "remedy": .text(kind.remedy),
    ]
  }

  /// Whether what is so of this subject is so of `other`: the daemon as a whole, the same, or a part of
  /// it, such as a client of a provider.
  func covers(_ other: String) -> Bool {
    subject.isEmpty || subject == other || other.hasPrefix("\(subject) ")
  }
}

extension Notice {
  /// Tells that a condition began, as urgently as its kind is.
  init(began condition: Condition) {
    self.init(.conditionBegan, condition.fields)
    level = condition.kind.severity.level
  }
}
