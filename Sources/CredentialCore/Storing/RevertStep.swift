/// Which state changes are to be taken back.
package struct RevertSelection: Sendable, Equatable {
  /// Of this provider.
  package let provider: ProviderName
  /// Decided at this time or later.
  package let since: Moment

  /// Selects state changes.
  package init(provider: ProviderName, since: Moment) {
    self.provider = provider
    self.since = since
  }

  /// Whether an event is one of them; whether it is still in force is the row's to say.
  package func contains(_ event: EventDraft) -> Bool {
    event.isRevertible && event.credential.provider == provider && event.at >= since
  }
}

/// Some of the state changes that can be taken back.
package struct RevertiblePage: Sendable {
  /// So many events are looked through at once.
  package static let eventsAtOnce = 5_000

  /// The events that are still in force, ascending.
  package let events: [Event]
  /// After which number the next page begins; nil after the last.
  package let next: Int64?

  /// Describes a page.
  package init(events: [Event], next: Int64?) {
    self.events = events
    self.next = next
  }
}

/// One step of taking state changes back; each step is one transaction.
package struct RevertStep: Sendable {
  /// So many users a step.
  package static let usersAtOnce = 100

  /// The numbers of the events.
  package let sequences: [Int64]
  /// Who asked.
  package let entry: AuditEntry
  /// The audit's row that the first step gave; nil for the first step.
  package let row: Int64?

  /// Describes a step.
  package init(_ sequences: [Int64], entry: AuditEntry, row: Int64?) {
    self.sequences = sequences
    self.entry = entry
    self.row = row
  }
}
