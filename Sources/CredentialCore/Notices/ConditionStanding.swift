/// Which of several conditions holds at one time, and when that changes by itself.
package struct ConditionStanding: Sendable, Equatable {
  /// The condition that holds; nil for none.
  package let holds: ConditionKind?
  /// What it is about, for people.
  package let detail: String
  /// Since when it holds; nil for none.
  package let since: Moment?
  /// When that changes by itself; nil for never.
  package let next: Moment?

  /// None holds, until `next`.
  package init(next: Moment? = nil) {
    (holds, detail, since) = (nil, "", nil)
    self.next = next
  }

  /// One holds.
  package init(_ kind: ConditionKind, _ detail: String, since: Moment, next: Moment?) {
    (holds, self.detail, self.since, self.next) = (kind, detail, since, next)
  }
}
