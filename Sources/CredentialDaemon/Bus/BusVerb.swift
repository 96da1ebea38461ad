internal import CredentialCore
internal import Systemd

/// One method of the bus interface: its declaration and what it does.
struct BusVerb: Sendable {
  let method: BusInterface.Method
  /// Whether it changes something, which is root's at this stage.
  let changes: Bool
  /// The bits of `flags` that are described.
  let flags: UInt64
  /// What the audit calls it, when the bus is to note it; an operation on verdicts notes itself.
  let audit: AuditVerb?
  /// Turns arguments, of the declared types, into one call on the operations and its answer.
  let run: @Sendable (BusArguments, any MonitorOperations) async throws -> [BusValue]

  init(
    _ name: String, input: [BusInterface.Argument], output: [BusInterface.Argument] = [],
    changes: Bool = false, flags: UInt64 = 0, audit: AuditVerb? = nil,
    run: @escaping @Sendable (BusArguments, any MonitorOperations) async throws -> [BusValue]
  ) {
    method = .init(name, input: input + [.init("flags", "t")], output: output)
    self.changes = changes
    self.flags = flags
    self.audit = audit
    self.run = run
  }

  /// The flag by which an operation only says what it would do.
  static let preview: UInt64 = 2

  static let credential: [BusInterface.Argument] = [
    .init("provider", "s"), .init("subject", "s"),
  ]
}
