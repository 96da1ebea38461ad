/// One step of what is done to verdicts that are kept back; each step is one transaction.
package struct HoldStep: Sendable {
  /// What is done to each.
  package enum Order: Sendable {
    /// A look is made due, which decides.
    case lookAgain
    /// It turns as it stands.
    case turn
    /// It is dropped.
    case drop
  }

  /// What ends with the first step.
  package enum End: Sendable {
    /// Nothing.
    case nothing
    /// The brakes.
    case brakes
    /// The pause of the provider, or that of all.
    case pause
    /// The baseline.
    case baseline
  }

  /// So many users a step.
  package static let usersAtOnce = 200

  /// What is done.
  package let order: Order
  /// What ends first.
  package let end: End
  /// Only what one of these keeps back.
  package let causes: Set<Hold.Cause>
  /// Who asked; its provider and subject say about whom, nil for all.
  package let entry: AuditEntry
  /// The audit's row that the first step gave; nil for the first step.
  package var row: Int64?
  /// Where the step begins; nil for the first.
  package var after: Int64?
  /// How many users at most.
  package var limit: Int

  /// Whether somebody has looked at what is kept back and wants it judged.
  package var isRelease: Bool { order == .lookAgain && entry.verb == .release }

  /// Describes a first step.
  package init(
    _ order: Order, ending end: End = .nothing, causes: Set<Hold.Cause>, entry: AuditEntry,
    limit: Int = usersAtOnce
  ) {
    self.order = order
    self.end = end
    self.causes = causes
    self.entry = entry
    self.limit = limit
  }
}

/// What one step did.
package struct HoldPage: Sendable {
  /// To how many users it was done.
  package var users = 0
  /// What it published and what the log is told.
  package var committed = Committed(events: [], notices: [])
  /// The audit's row.
  package var row: Int64?
  /// Where the next step begins; nil after the last.
  package var next: Int64?

  /// A step that did nothing.
  package init() {}
}
