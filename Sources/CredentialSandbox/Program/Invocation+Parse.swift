extension Invocation {
  /// Fits `arguments`, what follows the verb's words, to `verb`.
  init(_ arguments: ArraySlice<String>, for verb: Verb) throws(SandboxError) {
    var operands: [String] = []
    var options: [String: [String]] = [:]
    var rest = arguments
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("--") else {
        operands.append(word)
        continue
      }
      let (option, value) = try Self.option(word, &rest, verb)
      guard option.repeats || options[option.name] == nil else {
        throw SandboxError(.usage, "--\(option.name) was given twice")
      }
      options[option.name, default: []].append(value)
    }
    try Self.check(operands, options, verb)
    self.init(operands: operands, options: options)
  }

  private static func option(
    _ word: String, _ rest: inout ArraySlice<String>, _ verb: Verb
  ) throws(SandboxError) -> (Verb.Option, String) {
    let parts = word.dropFirst(2).split(
      separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard let option = verb.allOptions.first(where: { $0.name == parts[0] }) else {
      let names = verb.allOptions.map { "--\($0.name)" }.joined(separator: ", ")
      throw SandboxError(
        .usage, "the option --\(parts[0]) does not exist here; there are: \(names)")
    }
    guard let valueName = option.value else {
      guard parts.count == 1 else {
        throw SandboxError(.usage, "--\(option.name) takes no value")
      }
      return (option, "")
    }
    guard let value = parts.count > 1 ? String(parts[1]) : rest.popFirst(), !value.isEmpty else {
      throw SandboxError(.usage, "--\(option.name) needs a value: \(valueName)")
    }
    return (option, value)
  }

  private static func check(
    _ operands: [String], _ options: [String: [String]], _ verb: Verb
  ) throws(SandboxError) {
    guard options["directory"] != nil else {
      throw SandboxError(.usage, "--directory DIR is missing")
    }
    let needed = verb.operands.filter { !$0.hasPrefix("[") }
    guard operands.count >= needed.count else {
      throw SandboxError(.usage, "\(needed[operands.count]) is missing")
    }
    guard operands.count <= verb.operands.count else {
      throw SandboxError(.usage, "\"\(operands[verb.operands.count])\" is one operand too many")
    }
  }
}
