/// The completion script for bash, made of the verb table.
package enum BashCompletion {
  /// The script; it completes verbs, options and the words of a choice.
  package static var script: String {
    """
    # bash completion for credstatectl; made by: credstatectl help --completion bash
    _credstatectl() {
      local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} verb= index
      for ((index = 1; index < COMP_CWORD; index++)); do
        case ${COMP_WORDS[index]} in
          -*) ;;
          *) verb=${COMP_WORDS[index]}; break ;;
        esac
      done
      case "$verb $previous" in
    \(choices)
      esac
      case $verb in
        '') COMPREPLY=($(compgen -W '\(firstWords) \(names(VerbTable.options))' -- "$word")) ;;
    \(verbs)
      esac
    }
    complete -o default -F _credstatectl credstatectl

    """
  }

  private static var firstWords: String {
    var words: [String] = []
    for verb in VerbTable.verbs {
      let word = firstWord(of: verb)
      if !words.contains(word) { words.append(word) }
    }
    return words.joined(separator: " ")
  }

  private static var verbs: String {
    firstWords.split(separator: " ").map { first in
      // Verbs of one first word share a line: their second words and all their options.
      let verbs = VerbTable.verbs.filter { firstWord(of: $0) == first }
      let seconds = verbs.compactMap { $0.name.split(separator: " ").dropFirst().first }
      let words =
        seconds.map(String.init) + verbs.map { names($0.options) } + [names(VerbTable.options)]
      return "    \(first)) COMPREPLY=($(compgen -W "
        + "'\(words.filter { !$0.isEmpty }.joined(separator: " "))' -- \"$word\")) ;;"
    }.joined(separator: "\n")
  }

  private static var choices: String {
    VerbTable.verbs.flatMap { verb in
      verb.options.compactMap { option -> String? in
        guard case .choice(_, let words)? = option.value else { return nil }
        return "    '\(firstWord(of: verb)) --\(option.name)') COMPREPLY=($(compgen -W "
          + "'\(words.joined(separator: " "))' -- \"$word\")); return ;;"
      }
    }.joined(separator: "\n")
  }

  private static func firstWord(of verb: Verb) -> String {
    String(verb.name.prefix { $0 != " " })
  }

  private static func names(_ options: [VerbOption]) -> String {
    options.map { "--\($0.name)" }.joined(separator: " ")
  }
}
