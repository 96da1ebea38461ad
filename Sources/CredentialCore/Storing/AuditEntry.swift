/// What an administrator asked for, as the audit keeps it.
package enum AuditVerb: String, Sendable, CaseIterable {
  /// Verdicts wait.
  case pause
  /// Verdicts wait no longer.
  case resume
  /// What is kept back is judged by fresh looks.
  case release
  /// What is kept back turns as it stands.
  case releaseAsIs = "release_as_is"
  /// What is kept back is dropped.
  case discard
  /// State changes are taken back.
  case revert
  /// What the first interval found is accepted.
  case acceptBaseline = "baseline_accept"
  /// Identifiers for a move to another team are collected.
  case transferExport = "transfer_export"
  /// They are exchanged for the names of the receiving team.
  case transferImport = "transfer_import"
  /// A look was asked for.
  case check
  /// What a user's device saw was passed on.
  case report
  /// A credential was removed.
  case forget
  /// A configuration was put into force.
  case reload
}

/// One thing that was asked for: who, what, about whom, why, and to how many it was done.
package struct AuditEntry: Sendable, Equatable {
  /// So many of each verb are kept, the newest.
  package static let keptOfEach = 1_000

  /// What was asked for.
  package let verb: AuditVerb
  /// Who asked.
  package let caller: Caller
  /// The provider; nil for all, or when it is about none.
  package let provider: ProviderName?
  /// The one user; nil for more.
  package let subject: Subject?
  /// Why, in the caller's words; empty when none was asked for.
  package let reason: String
  /// When.
  package let at: Moment
  /// How many users it was done to.
  package var number: Int

  /// Describes what was asked for.
  package init(
    _ verb: AuditVerb, by caller: Caller, provider: ProviderName?, subject: Subject? = nil,
    reason: String, at: Moment, number: Int = 0
  ) {
    self.verb = verb
    self.caller = caller
    self.provider = provider
    self.subject = subject
    self.reason = reason
    self.at = at
    self.number = number
  }

  /// The same, naming another subject, as when the user is forgotten.
  package func about(_ subject: Subject) -> AuditEntry {
    AuditEntry(
      verb, by: caller, provider: provider, subject: subject, reason: reason, at: at,
      number: number)
  }

  /// As bus, CLI and log show it.
  package var fields: Fields {
    var fields: Fields = [
      "at": .time(at), "uid": .integer(Int64(caller.uid)), "verb": .text(verb.rawValue),
    ]
    fields.add("provider", (provider?.text).map(Value.text))
    fields.add("subject", (subject?.text).map(Value.text))
    fields.add("reason", reason.isEmpty ? nil : .text(reason))
    fields.add("number", .integer(Int64(number)))
    return fields
  }
}
