internal import CredentialCore

/// Reads a command line as getopt_long(3) does: options and operands in any order, `--opt=value`,
/// joined one-letter options, `--` ends the options. Names are not abbreviated, so that a new option
/// never changes what a script means.
package struct CommandLineParser: Sendable {
  private let verbs: [Verb]
  private let standard: Verb
  private let common: [VerbOption]

  /// A parser for `verbs`; `standard` runs when none is named; every verb takes `common`.
  package init(
    verbs: [Verb] = VerbTable.verbs, standard: Verb = VerbTable.standard,
    common: [VerbOption] = VerbTable.options
  ) {
    (self.verbs, self.standard, self.common) = (verbs, standard, common)
  }

  /// Whether a line asks for JSON, also when it is not understood otherwise.
  package static func asksForJSON(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { argument in
      argument == "--json"
        || argument.hasPrefix("-") && !argument.hasPrefix("--") && argument.contains("j")
    }
  }

  /// Understands the arguments after the program's name, or names the first mistake.
  package func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var line = Line(rest: arguments[...])
    while let argument = line.rest.popFirst() {
      if line.optionsEnded || !argument.utf8.starts(with: "-".utf8) || argument == "-" {
        try take(word: argument, &line)
      } else if argument == "--" {
        line.optionsEnded = true
      } else if argument.utf8.starts(with: "--".utf8) {
        try take(long: argument, &line)
      } else {
        try take(letters: argument.unicodeScalars.dropFirst(), &line)
      }
    }
    return try finish(line)
  }

  /// What has been read so far.
  private struct Line {
    var rest: ArraySlice<String>
    var optionsEnded = false
    var group: String?
    var verb: Verb?
    var values: [String: [String]] = [:]
    var operands: [String] = []
  }

  private func take(word: String, _ line: inout Line) throws(UsageError) {
    guard line.verb == nil else { return line.operands.append(word) }
    let name = line.group.map { "\($0) \(word)" } ?? word
    if let verb = verbs.first(where: { $0.name == name }) {
      line.verb = verb
    } else if line.group == nil, verbs.contains(where: { $0.name.hasPrefix("\(word) ") }) {
      line.group = word
    } else {
      throw UsageError(
        "unknown verb \(TerminalText.quoted(name))" + suggestion(name, verbs.map(\.name)))
    }
  }

  private func take(long argument: String, _ line: inout Line) throws(UsageError) {
    let (name, value) = split(argument)
    guard let option = options(of: line).first(where: { $0.name == name }) else {
      throw unknown("--\(name)", line)
    }
    guard option.value != nil else {
      if value != nil { throw UsageError("option --\(name) takes no value", verb: line.verb?.name) }
      return try set(option, "", &line)
    }
    if let value { return try set(option, value, &line) }
    try set(option, try following(option, &line), &line)
  }

  private func take(
    letters: Substring.UnicodeScalarView, _ line: inout Line
  ) throws(UsageError) {
    var letters = letters
    while let letter = letters.popFirst() {
      guard let option = options(of: line).first(where: { $0.letter == Character(letter) }) else {
        throw unknown("-\(letter)", line)
      }
      guard option.value != nil else { try set(option, "", &line); continue }
      let joined = String(letters)
      return try set(option, joined.isEmpty ? try following(option, &line) : joined, &line)
    }
  }

  private func following(_ option: VerbOption, _ line: inout Line) throws(UsageError) -> String {
    guard let value = line.rest.popFirst() else {
      throw UsageError("option \(option.heading): the value is missing", verb: line.verb?.name)
    }
    return value
  }

  private func set(
    _ option: VerbOption, _ value: String, _ line: inout Line
  ) throws(UsageError) {
    if let problem = option.value?.problem(with: value) {
      throw UsageError("option --\(option.name): \(problem)", verb: line.verb?.name)
    }
    if option.value != nil, !option.isRepeatable, line.values[option.name] != nil {
      throw UsageError("option --\(option.name) is given twice", verb: line.verb?.name)
    }
    line.values[option.name, default: []].append(value)
  }

  /// Splits at the first `=` byte, which a combining mark behind it does not hide.
  private func split(_ argument: String) -> (name: String, value: String?) {
    let body = String(argument.unicodeScalars.dropFirst(2))
    guard let (name, value) = ValueKind.split(body) else { return (body, nil) }
    return (name, value)
  }

  private func options(of line: Line) -> [VerbOption] { common + (line.verb?.options ?? []) }

  private func unknown(_ option: String, _ line: Line) -> UsageError {
    let owner = line.verb == nil ? verbs.first { verb in verb.owns(option) } : nil
    let known = options(of: line).map { "--\($0.name)" }
    let hint = owner.map { "; it belongs behind a verb, such as \($0.name)" }
    return UsageError(
      "unknown option \(TerminalText.quoted(option))" + (hint ?? suggestion(option, known)),
      verb: line.verb?.name)
  }

  private func suggestion(_ word: String, _ known: [String]) -> String {
    Spelling.nearest(to: word, in: known).map { "; did you mean \($0)?" } ?? ""
  }

  private func finish(_ line: Line) throws(UsageError) -> Invocation {
    let verb = line.verb ?? standard
    let request: Invocation.Request =
      if line.values["version"] != nil { .version } else if line.values["help"] != nil {
        .help(verb: line.verb?.name)
      } else { .run }
    if request == .run { try check(line, verb) }
    return Invocation(
      request: request, verb: verb, values: line.values, operands: line.operands)
  }

  private func check(_ line: Line, _ verb: Verb) throws(UsageError) {
    if let group = line.group, line.verb == nil {
      let words = verbs.map(\.name).filter { $0.hasPrefix("\(group) ") }
      throw UsageError(
        "\(group): the verb is incomplete; there is \(words.joined(separator: ", "))")
    }
    for (index, operand) in verb.operands.enumerated() {
      guard index < line.operands.count else {
        if operand.isOptional { break }
        throw UsageError("\(verb.name): \(operand.value.placeholder) is missing", verb: verb.name)
      }
      if let problem = operand.value.problem(with: line.operands[index]) {
        throw UsageError("\(verb.name): \(problem)", verb: verb.name)
      }
    }
    if line.operands.count > verb.operands.count {
      let extra = TerminalText.quoted(line.operands[verb.operands.count])
      throw UsageError("\(verb.name): unexpected operand \(extra)", verb: verb.name)
    }
    for option in verb.options where option.isRequired && line.values[option.name] == nil {
      throw UsageError("\(verb.name): \(option.heading) is required", verb: verb.name)
    }
  }
}

extension Verb {
  fileprivate func owns(_ option: String) -> Bool {
    options.contains { "--\($0.name)" == option || $0.letter.map { "-\($0)" } == option }
  }
}
