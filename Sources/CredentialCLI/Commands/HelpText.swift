internal import CredentialCore

/// The help texts, made of the verb table.
package enum HelpText {
  /// The whole command: how it is called, every verb, the options of all.
  package static var overview: String {
    let verbs = VerbTable.verbs.map { ($0.name, $0.summary) }
    return """
      Usage: credstatectl [OPTION]... [VERB [OPERAND]...]
      Look at and steer credstated, which notices revoked sign-ins. Without a verb: \
      \(VerbTable.standard.name).

      Verbs:
      \(list(verbs))
      Options of every verb:
      \(list(options(VerbTable.options)))
      Exit status: 0 done, 1 failed, 2 wrong use, 3 not found, 4 daemon unreachable.

      """
  }

  /// One verb with its options.
  package static func text(of verb: Verb) -> String {
    var text = "Usage: credstatectl \(verb.synopsis)\n\(sentence(verb.summary))\n"
    if !verb.details.isEmpty { text += "\n\(wrapped(verb.details))\n" }
    if !verb.options.isEmpty { text += "\nOptions:\n\(list(options(verb.options)))" }
    return text + "\nOptions of every verb: see credstatectl help\n"
  }

  /// The verb as a member of the JSON answer.
  static func value(of verb: Verb) -> Value {
    .fields([
      "name": .text(verb.name), "synopsis": .text(verb.synopsis), "summary": .text(verb.summary),
      "options": .list(
        verb.options.map {
          .fields(["option": .text($0.heading), "summary": .text($0.summary)])
        }),
    ])
  }

  private static func options(_ options: [VerbOption]) -> [(String, String)] {
    options.map { (($0.letter == nil ? "    " : "") + $0.heading, $0.summary) }
  }

  private static func list(_ pairs: [(String, String)]) -> String {
    let width = pairs.map(\.0.count).max() ?? 0
    return pairs.map { name, summary in
      "  \(name)\(String(repeating: " ", count: width - name.count + 2))\(summary)\n"
    }.joined()
  }

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }

  private static func wrapped(_ text: String) -> String {
    text.split(separator: "\n").map(wrapped(line:)).joined(separator: "\n")
  }

  private static func wrapped(line: Substring) -> String {
    var lines = [""]
    for word in line.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= 80 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.joined(separator: "\n")
  }
}
