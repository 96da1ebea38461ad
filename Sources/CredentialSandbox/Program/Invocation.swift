/// A command line that fits its verb.
struct Invocation: Sendable {
  /// The operands in order.
  let operands: [String]
  /// The values of each option that was given; a flag has one empty value.
  let options: [String: [String]]

  /// The last value of an option.
  subscript(name: String) -> String? { options[name]?.last }

  /// Whether an option was given.
  func has(_ name: String) -> Bool { options[name] != nil }

  /// The files of the sandbox that is meant.
  var files: SandboxFiles { SandboxFiles(directory: self["directory"] ?? ".") }

  /// A whole number within bounds, or `fallback` when the option was not given.
  func number(
    _ name: String, in range: ClosedRange<Int>, or fallback: Int
  ) throws(SandboxError) -> Int {
    guard let text = self[name] else { return fallback }
    guard let number = Int(text), range.contains(number) else {
      throw SandboxError(
        .usage,
        "--\(name): \"\(text)\" is no whole number from \(range.lowerBound) to"
          + " \(range.upperBound)")
    }
    return number
  }
}
