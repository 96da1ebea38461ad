/// Why a credential is as it is, and what comes next, in words and fields; pure.
package struct Explanation: Sendable {
  /// What happened, the oldest first; each with `at`, `kind` and `words`.
  package let rows: [Fields]
  /// What holds now and what comes next.
  package let facts: Fields

  /// Explains what a store knows. `policy` is nil for a provider that is not configured; `conditions`
  /// are those that bear on it, `restraints` keep verdicts back beside the brake.
  package init(
    _ history: CredentialHistory, policy: ProviderPolicy?, among book: ClientBook,
    restraints: Restraints = Restraints(), conditions: [Condition], now: Moment
  ) {
    rows = history.timeline.map(\.fields)
    var facts: Fields = ["credential": .fields(history.credential.fields)]
    if let policy {
      let outlook = Outlook(
        history: history, policy: policy, book: book, restraints: restraints, now: now)
      outlook.add(to: &facts)
    } else {
      facts.add("next", .list([.text(Outlook.notConfigured)]))
      facts.add("needed", .list([]))
    }
    facts.add("conditions", .list(conditions.map { .fields($0.fields) }))
    facts.add("left_out", .integer(Int64(history.leftOut)))
    facts.add("unreadable", .integer(Int64(history.unreadable)))
    self.facts = facts
  }
}
