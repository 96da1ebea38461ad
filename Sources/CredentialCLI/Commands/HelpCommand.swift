internal import CredentialCore

/// `help`: explains the command or a verb, from the verb table.
package enum HelpCommand {
  /// The verb's declaration.
  package static let verb = Verb(
    "help",
    operands: [
      VerbOperand(.text("VERB"), isOptional: true), VerbOperand(.text("WORD"), isOptional: true),
    ],
    options: [
      VerbOption(
        "completion", value: .choice("SHELL", ["bash"]), "print a completion script for a shell")
    ],
    summary: "explain the command, or a verb", run: run)

  private static func run(
    _ invocation: Invocation, _ session: CommandSession
  ) async throws -> Int32 {
    if invocation.has("completion") {
      try await session.output.answer("completion", .text(BashCompletion.script)) { _ in
        BashCompletion.script
      }
    } else {
      try await explain(invocation.operands.joined(separator: " "), session.output)
    }
    return ExitStatus.done.rawValue
  }

  /// Explains the verb called `name`, or the whole command when it is empty.
  static func explain(_ name: String, _ output: OutputWriter) async throws {
    let verbs = VerbTable.verbs.filter {
      name.isEmpty || $0.name == name || $0.name.hasPrefix("\(name) ")
    }
    guard let first = verbs.first else {
      let near = Spelling.nearest(to: name, in: VerbTable.verbs.map(\.name))
      throw UsageError(
        "unknown verb \(TerminalText.quoted(name))" + (near.map { "; did you mean \($0)?" } ?? ""))
    }
    let text = name.isEmpty ? HelpText.overview : HelpText.text(of: first)
    try await output.answer("verbs", .list(verbs.map(HelpText.value))) { _ in text }
  }
}
