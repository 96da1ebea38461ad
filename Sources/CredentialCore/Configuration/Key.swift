/// One declared configuration key: name, default, allowed values, a sentence for the man page.
package struct Key<Setting: ConfigurationValue>: Sendable {
  /// The key as written in the file.
  package let name: String
  /// What holds when it is absent; nil means that it must be given.
  package let fallback: Setting?
  /// Whether absence is an ordinary case that `Section.readIfPresent` reads.
  package let isOptional: Bool
  /// The allowed values in words, such as "24h or more".
  package let range: String
  /// What it is for, one sentence.
  package let sentence: String
  /// Says what is wrong with a value, or nil.
  package let check: @Sendable (Setting) -> String?

  /// Declares a key with a default.
  package init(
    _ name: String, default fallback: Setting, range: String = "", _ sentence: String,
    check: @escaping @Sendable (Setting) -> String? = { _ in nil }
  ) {
    (self.name, self.fallback, self.range, self.sentence) = (name, fallback, range, sentence)
    isOptional = false
    self.check = check
  }

  private init(
    _ name: String, optional: Bool, range: String, _ sentence: String,
    check: @escaping @Sendable (Setting) -> String?
  ) {
    (self.name, fallback, isOptional, self.range) = (name, nil, optional, range)
    self.sentence = sentence
    self.check = check
  }

  /// Declares a key that must be given.
  package static func required(
    _ name: String, range: String = "", _ sentence: String,
    check: @escaping @Sendable (Setting) -> String? = { _ in nil }
  ) -> Self {
    Self(name, optional: false, range: range, sentence, check: check)
  }

  /// Declares a key that may be absent without a default.
  package static func optional(
    _ name: String, range: String = "", _ sentence: String,
    check: @escaping @Sendable (Setting) -> String? = { _ in nil }
  ) -> Self {
    Self(name, optional: true, range: range, sentence, check: check)
  }

  /// The key without its type, for documentation and its tests.
  package var documentation: KeyDocumentation {
    KeyDocumentation(
      name: name, typeName: Setting.typeName, fallback: fallback.map { $0.configurationText },
      isRequired: fallback == nil && !isOptional, range: range, sentence: sentence)
  }
}

/// What the man page and the example configuration say about a key.
package struct KeyDocumentation: Sendable, Equatable {
  /// The key as written in the file.
  package let name: String
  /// The type in words.
  package let typeName: String
  /// The default as it would be written in the file; nil when there is none.
  package let fallback: String?
  /// Whether it must be given.
  package let isRequired: Bool
  /// The allowed values in words; empty when the type says all.
  package let range: String
  /// What it is for.
  package let sentence: String
}

/// A type that a configuration key can have.
package protocol ConfigurationValue: Sendable {
  /// The type in words, with an example when its form is not obvious.
  static var typeName: String { get }
  /// The value as it would be written in the file.
  var configurationText: String { get }
  /// Reads a node; a failure says what would be right.
  static func read(_ node: ConfigurationNode) -> Result<Self, ConfigurationMismatch>
}

/// Why a node is not of the type asked for.
package struct ConfigurationMismatch: Error, Sendable {
  /// The end of an error sentence.
  package let message: String
  /// Says that something is wrong in the words of `message`.
  package init(_ message: String) { self.message = message }
}
