/// The help texts, made from the table of verbs.
enum Help {
  /// What `--help` alone prints.
  static var overview: String {
    let width = (Verb.table.map { $0.words.joined(separator: " ").count }.max() ?? 0) + 2
    let lines = Verb.table.map { "  \(pad($0.words.joined(separator: " "), width))\($0.summary)" }
    return """
      Usage: credstate-sandbox VERB --directory DIR [OPTION]... [OPERAND]...

      A stand-in for a provider of credentials (Sign in with Apple, OpenID and others): its
      endpoints over HTTPS, users that can be revoked, pushes, and faults that can be turned on.
      For tests, never for real users.

      \(lines.joined(separator: "\n"))

      Help for one verb: credstate-sandbox VERB --help
      Exit status: 0 done, 1 failed, 2 wrong use.

      """
  }

  /// What `VERB --help` prints.
  static func text(for verb: Verb) -> String {
    let options =
      verb.allOptions + [Verb.Option(name: "help", value: nil, summary: "print this")]
    let heads = options.map { "--\($0.name)\($0.value.map { " \($0)" } ?? "")" }
    let width = (heads.map(\.count).max() ?? 0) + 2
    let lines = zip(heads, options).map { head, option in
      "  \(pad(head, width))\(option.summary)\(option.repeats ? "; may be repeated" : "")"
    }
    let operands = verb.operands.map { " \($0)" }.joined()
    return """
      Usage: credstate-sandbox \(verb.words.joined(separator: " ")) --directory DIR [OPTION]...\
      \(operands)

      \(verb.summary)

      \(lines.joined(separator: "\n"))

      """
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - text.count, 1))
  }
}
