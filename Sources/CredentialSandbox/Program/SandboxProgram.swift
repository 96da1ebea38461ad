/// The program `credstate-sandbox`: picks the verb, runs it, tells the exit status.
package enum SandboxProgram {
  /// Runs with the arguments after the program's name. 0 done, 1 failed, 2 wrong use.
  package static func run(_ arguments: [String]) -> Int32 {
    do throws(SandboxError) {
      try dispatch(arguments)
      return 0
    } catch {
      Terminal.complain("credstate-sandbox: \(error.description)")
      guard error.code == .usage else { return 1 }
      Terminal.complain("Try: credstate-sandbox --help")
      return 2
    }
  }

  private static func dispatch(_ arguments: [String]) throws(SandboxError) {
    guard let verb = Verb.table.first(where: { arguments.starts(with: $0.words) }) else {
      if arguments.contains("--help") { return try Terminal.print(Help.overview) }
      throw unknown(arguments)
    }
    let rest = arguments.dropFirst(verb.words.count)
    if rest.prefix(while: { $0 != "--" }).contains("--help") {
      return try Terminal.print(Help.text(for: verb))
    }
    try verb.run(try Invocation(rest, for: verb))
  }

  private static func unknown(_ arguments: [String]) -> SandboxError {
    let words = arguments.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
    guard !words.isEmpty else { return SandboxError(.usage, "a verb is missing") }
    let verbs = Verb.table.map { $0.words.joined(separator: " ") }.joined(separator: ", ")
    return SandboxError(
      .usage,
      "the verb \"\(words.prefix(80))\" does not exist; there are: \(verbs). Options"
        + " come after the verb")
  }
}
