/// Text from outside that is compared byte by byte and never trimmed, folded or parsed.
///
/// Swift's `String ==` treats canonically equivalent texts as equal; two user IDs of a provider are
/// equal only when their UTF-8 bytes are.
package protocol OpaqueText: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// What such a text is called in an error, such as "subject".
  static var noun: String { get }
  /// The UTF-8 bytes, between 1 and 255 of them.
  var bytes: [UInt8] { get }
  /// Keeps bytes that `validate` has accepted.
  init(validBytes: [UInt8])
}

extension OpaqueText {
  /// Accepts valid UTF-8 of 1 to 255 bytes without control characters; refuses all else.
  package init(bytes: [UInt8]) throws(InvalidText) {
    try Self.validate(bytes)
    self.init(validBytes: bytes)
  }

  /// Accepts the text's UTF-8 bytes under the same rule.
  package init(_ text: String) throws(InvalidText) { try self.init(bytes: Array(text.utf8)) }

  /// The same text as a string, for printing only.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The text itself.
  package var description: String { text }

  /// Hashes all bytes at once: an array by itself would hash each for itself.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// Byte order, as in a list that must not change with the locale.
  package static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }

  private static func validate(_ bytes: [UInt8]) throws(InvalidText) {
    guard !bytes.isEmpty else { throw InvalidText(noun: noun, problem: "is empty") }
    guard bytes.count <= 255 else {
      throw InvalidText(noun: noun, problem: "has \(bytes.count) bytes; the limit is 255")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw InvalidText(noun: noun, problem: "is not valid UTF-8")
    }
    guard let control = text.firstControlCharacter else { return }
    let digits = String(control.value, radix: 16, uppercase: true)
    let padding = String(repeating: "0", count: max(0, 4 - digits.count))
    throw InvalidText(noun: noun, problem: "holds the control character U+\(padding)\(digits)")
  }
}

/// A text that cannot be a user ID, client id or name, and why.
package struct InvalidText: Error, Equatable, CustomStringConvertible {
  /// What the text was meant to be.
  package let noun: String
  /// What is wrong with it, as the end of a sentence.
  package let problem: String

  /// Says that `noun` has `problem`.
  package init(noun: String, problem: String) {
    self.noun = noun
    self.problem = problem
  }

  /// One sentence without the offending text.
  package var description: String { "the \(noun) \(problem)" }
}

/// A provider's user ID (`sub`), opaque.
package struct Subject: OpaqueText {
  /// The word for it in errors.
  package static let noun = "subject"
  /// Its UTF-8 bytes.
  package let bytes: [UInt8]
  /// Keeps bytes already validated.
  package init(validBytes: [UInt8]) { bytes = validBytes }
}

/// A client id under which a grant was issued (bundle id, Services ID, …), opaque.
package struct ClientID: OpaqueText {
  /// The word for it in errors.
  package static let noun = "client id"
  /// Its UTF-8 bytes.
  package let bytes: [UInt8]
  /// Keeps bytes already validated.
  package init(validBytes: [UInt8]) { bytes = validBytes }
}
