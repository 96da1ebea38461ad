/// One verb as data, and what it runs; help, completions, man page and bad-value tests come from it.
package struct Verb: Sendable {
  /// What a verb does: it writes its answer, or throws `CommandFailure`, and ends with a status.
  package typealias Run = @Sendable (Invocation, CommandSession) async throws -> Int32

  /// The name, one or two words: `list`, `config check`.
  package let name: String
  /// What it works on, in order; optional ones last.
  package let operands: [VerbOperand]
  /// Its own options; the options of all verbs come in addition.
  package let options: [VerbOption]
  /// What it does, one sentence without a full stop.
  package let summary: String
  /// What else to know, in sentences; empty when the summary says all.
  package let details: String
  /// Does it.
  package let run: Run

  /// Declares a verb.
  package init(
    _ name: String, operands: [VerbOperand] = [], options: [VerbOption] = [], summary: String,
    details: String = "", run: @escaping Run
  ) {
    (self.name, self.operands, self.options) = (name, operands, options)
    (self.summary, self.details, self.run) = (summary, details, run)
  }

  /// The verb with its operands and options on one line.
  package var synopsis: String {
    ([name] + operands.map(\.synopsis) + options.map(\.synopsis)).joined(separator: " ")
  }
}
