internal import CredentialCore
internal import Systemd

extension BusVerb {
  /// Has what is kept back judged.
  static let releaseHolds = verdicts("ReleaseHolds", hasSubject: true, flags: 1 | preview) {
    try await $1.release($0.operation(hasSubject: true), asIs: $0.flags & 1 != 0)
  }

  /// Drops what is kept back.
  static let discardHolds = verdicts("DiscardHolds", hasSubject: true, flags: preview) {
    try await $1.discard($0.operation(hasSubject: true))
  }

  /// Has verdicts wait.
  static let pause = verdicts("Pause") { try await $1.pause($0.operation(hasSubject: false)) }

  /// Ends a pause.
  static let resume = verdicts("Resume") { try await $1.resume($0.operation(hasSubject: false)) }

  /// Accepts what the first interval found.
  static let acceptBaseline = verdicts("AcceptBaseline") {
    try await $1.acceptBaseline($0.operation(hasSubject: false))
  }

  /// Collects identifiers for a move to another team.
  static let exportTransfer = verdicts("ExportTransfer") {
    try await $1.transfer(.export, $0.operation(hasSubject: false))
  }

  /// Exchanges them.
  static let importTransfer = verdicts("ImportTransfer") {
    try await $1.transfer(.import, $0.operation(hasSubject: false))
  }

  /// Takes state changes back.
  static let revert = BusVerb(
    "Revert", input: [.init("provider", "s"), .init("reason", "s"), .init("since", "s")],
    output: [.init("outcome", "a{sv}")], changes: true, flags: preview
  ) { arguments, operations in
    let request = try arguments.operation(hasSubject: false)
    return [BusValue(try await operations.revert(request, since: arguments.text(2)))]
  }

  /// An operation on verdicts: whose, why, and what came of it.
  private static func verdicts(
    _ name: String, hasSubject: Bool = false, flags: UInt64 = 0,
    _ run: @escaping @Sendable (BusArguments, any MonitorOperations) async throws -> Fields
  ) -> BusVerb {
    let subject: [BusInterface.Argument] = hasSubject ? [.init("subject", "s")] : []
    return BusVerb(
      name, input: [.init("provider", "s")] + subject + [.init("reason", "s")],
      output: [.init("outcome", "a{sv}")], changes: true, flags: flags
    ) { arguments, operations in [BusValue(try await run(arguments, operations))] }
  }
}
