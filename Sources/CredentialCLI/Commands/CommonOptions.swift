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

  /// The most rows that are asked for at once.
  static let pageSize: UInt64 = 1000
}

extension Invocation {
  /// The credential named by the first two operands, for a message.
  var credentialName: String {
    "\(TerminalText.escaped(operand(0)))/\(TerminalText.escaped(operand(1)))"
  }
}
