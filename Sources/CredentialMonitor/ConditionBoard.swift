package import CredentialCore

/// The conditions that hold in this process, told to the journal once when they begin and end.
package actor ConditionBoard {
  private var conditions = Conditions()
  private let journal: any Journal
  private let time: any TimeSource

  /// Starts with nothing amiss.
  package init(journal: any Journal, time: any TimeSource) {
    self.journal = journal
    self.time = time
  }

  /// The conditions that hold, the longest-standing first.
  package var current: [Condition] { conditions.current }

  /// Notes that a condition holds.
  package func begin(_ kind: ConditionKind, subject: String = "", detail: String) {
    tell(conditions.begin(kind, subject: subject, detail: detail, at: time.now()))
  }

  /// Notes that a condition does not hold.
  package func end(_ kind: ConditionKind, subject: String = "") {
    tell(conditions.end(kind, subject: subject, at: time.now()))
  }

  private func tell(_ notice: Notice?) {
    if let notice { journal.record(notice) }
  }
}
