package import Systemd

/// An operation on verdicts as the bus takes it.
package struct VerdictOperation: Sendable {
  /// The bus method.
  package let member: String
  /// Its arguments.
  package let arguments: [BusValue]

  /// The flag by which an operation only says what it would do.
  private static let preview: UInt64 = 2

  /// Has what is kept back judged; empty texts stand for all.
  package static func release(
    provider: String, subject: String, reason: String, asIs: Bool, isPreview: Bool
  ) -> Self {
    let flags = (asIs ? 1 : 0) | (isPreview ? preview : 0)
    return Self(
      member: "ReleaseHolds",
      arguments: [.string(provider), .string(subject), .string(reason), .uint64(flags)])
  }

  /// Drops what is kept back.
  package static func discard(
    provider: String, subject: String, reason: String, isPreview: Bool
  ) -> Self {
    Self(
      member: "DiscardHolds",
      arguments: [
        .string(provider), .string(subject), .string(reason), .uint64(isPreview ? preview : 0),
      ])
  }

  /// Takes state changes back; `since` is an instant or a duration ago.
  package static func revert(
    provider: String, since: String, reason: String, isPreview: Bool
  ) -> Self {
    Self(
      member: "Revert",
      arguments: [
        .string(provider), .string(reason), .string(since), .uint64(isPreview ? preview : 0),
      ])
  }

  /// Pause, Resume, AcceptBaseline, ExportTransfer or ImportTransfer: of one provider, or of all.
  package static func plain(_ member: String, provider: String, reason: String) -> Self {
    Self(member: member, arguments: [.string(provider), .string(reason), .uint64(0)])
  }
}
