/// The two steps of a move that are made for every user.
package enum TransferStage: String, Sendable, CaseIterable {
  /// The sending team collects the identifiers.
  case export
  /// The receiving team exchanges them for its own names.
  case `import`

  /// What the audit calls it.
  package var audited: AuditVerb { self == .export ? .transferExport : .transferImport }
}

/// A step that was asked for and has not come to its end: it goes on after a start.
package struct TransferRun: Sendable, Equatable {
  /// Whose users.
  package let provider: ProviderName
  /// Which step.
  package let stage: TransferStage
  /// When it was asked for: users who were refused before are asked about once more.
  package let asked: Moment

  /// Describes a step.
  package init(_ stage: TransferStage, of provider: ProviderName, asked: Moment) {
    self.stage = stage
    self.provider = provider
    self.asked = asked
  }
}
