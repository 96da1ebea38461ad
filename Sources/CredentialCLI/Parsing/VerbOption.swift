/// One declared option of a verb, or of all verbs.
package struct VerbOption: Sendable, Equatable {
  /// The long name without its dashes.
  package let name: String
  /// The one-letter name; nil when there is none.
  package let letter: Character?
  /// What its value may be; nil for an option without one.
  package let value: ValueKind?
  /// Whether it must be given.
  package let isRequired: Bool
  /// Whether it may be given more than once.
  package let isRepeatable: Bool
  /// What it does, one sentence without a full stop.
  package let summary: String

  /// Declares an option.
  package init(
    _ name: String, letter: Character? = nil, value: ValueKind? = nil, isRequired: Bool = false,
    isRepeatable: Bool = false, _ summary: String
  ) {
    (self.name, self.letter, self.value) = (name, letter, value)
    (self.isRequired, self.isRepeatable, self.summary) = (isRequired, isRepeatable, summary)
  }

  /// As help and man page write it: `-n, --limit N`.
  package var heading: String {
    (letter.map { "-\($0), " } ?? "") + "--\(name)" + (value.map { " \($0.placeholder)" } ?? "")
  }

  /// As the synopsis writes it: `[--limit N]`.
  var synopsis: String {
    let plain = "--\(name)" + (value.map { " \($0.placeholder)" } ?? "")
    return (isRequired ? plain : "[\(plain)]") + (isRepeatable ? "..." : "")
  }
}

/// One declared operand of a verb.
package struct VerbOperand: Sendable, Equatable {
  /// What it may be.
  package let value: ValueKind
  /// Whether it may be left out.
  package let isOptional: Bool

  /// Declares an operand.
  package init(_ value: ValueKind, isOptional: Bool = false) {
    self.value = value
    self.isOptional = isOptional
  }

  /// As the synopsis writes it.
  package var synopsis: String { isOptional ? "[\(value.placeholder)]" : value.placeholder }
}
