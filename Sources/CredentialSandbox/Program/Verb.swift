/// One verb of the program as data: help, checks and dispatch all come from it.
struct Verb: Sendable {
  /// One `--name` of a verb.
  struct Option: Sendable {
    /// The name without dashes.
    let name: String
    /// What its value is called in the help; nil for one without a value.
    let value: String?
    /// One line of help.
    let summary: String
    /// Whether it may come more than once.
    var repeats = false
  }

  /// The words that select the verb, for example `user`, `add`.
  let words: [String]
  /// The operands as the help shows them; those in brackets may be left out.
  let operands: [String]
  /// The options besides `--directory` and `--help`, which every verb has.
  let options: [Option]
  /// One line of help.
  let summary: String
  /// Does the work.
  let run: @Sendable (Invocation) throws(SandboxError) -> Void

  /// `--directory`, which every verb needs.
  static let directory = Option(
    name: "directory", value: "DIR", summary: "the folder of the sandbox's files (needed)")

  /// The options with the common ones.
  var allOptions: [Option] { [Self.directory] + options }
}
