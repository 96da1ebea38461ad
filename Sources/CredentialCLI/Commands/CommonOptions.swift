internal import CredentialCore

/// Options and operands that several verbs share.
enum CommonOptions {
  /// How many rows at most; paging stops there.
  static func limit(_ noun: String) -> VerbOption {
    VerbOption(
      "limit", letter: "n", value: .count(1...UInt64(Int64.max)), "print at most N \(noun)")
  }

  /// Provider and subject: one credential.
  static let credential = [VerbOperand(.provider), VerbOperand(.subject)]

  /// Why something is done, for the audit.
  static func reason(isRequired: Bool) -> VerbOption {
    VerbOption(
      "reason", letter: "r", value: .text("TEXT"), isRequired: isRequired,
      "why it is done, for the audit")
  }

  /// Only to say what would be done.
  static let preview = VerbOption("preview", "only say how many users it is about, and whom")

  /// One provider, or all.
  static let anyProvider = [VerbOperand(.provider, isOptional: true)]

  /// The most rows that are asked for at once.
  static let pageSize: UInt64 = 1000
}

extension Invocation {
  /// The provider named by the first operand, for a message.
  var providerName: String {
    operand(0).isEmpty ? "all providers" : TerminalText.escaped(operand(0))
  }

  /// The credential named by the first two operands, for a message.
  var credentialName: String {
    "\(TerminalText.escaped(operand(0)))/\(TerminalText.escaped(operand(1)))"
  }
}
