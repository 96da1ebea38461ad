/// A command line that was understood: the verb and what it was given, all checked by their kinds.
package struct Invocation: Sendable {
  /// What the line asks for.
  package enum Request: Sendable, Equatable {
    /// Run the verb.
    case run
    /// Explain the verb, or the whole command when none was named.
    case help(verb: String?)
    /// Tell the version.
    case version
  }

  /// What the line asks for.
  package let request: Request
  /// The verb; the standard one when none was named.
  package let verb: Verb
  /// Values by option name, in the order given; an option without a value counts as one empty text.
  package let values: [String: [String]]
  /// The operands in order.
  package let operands: [String]

  /// Whether an option was given.
  package func has(_ option: String) -> Bool { values[option] != nil }

  /// The value of an option that was given once; nil when it was not given.
  package func text(_ option: String) -> String? { values[option]?.last }

  /// The number given with an option; nil when it was not given.
  package func number(_ option: String) -> UInt64? { text(option).flatMap(ValueKind.number) }

  /// An operand by its place; empty when it was left out.
  package func operand(_ place: Int) -> String {
    operands.indices.contains(place) ? operands[place] : ""
  }
}
