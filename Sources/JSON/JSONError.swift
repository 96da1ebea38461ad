/// Why bytes are no acceptable JSON document, and where. It never holds a part of the document.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Code: String, Sendable, CaseIterable {
    /// More bytes than the caller allows.
    case tooLarge = "the document is larger than allowed"
    /// Arrays and objects nested deeper than `JSONValue.maximumDepth`.
    case tooDeep = "values are nested too deeply"
    /// The text ends in the middle of a value.
    case truncated = "the document ends too early"
    /// Something follows the value.
    case trailing = "something follows the document"
    /// The bytes are not UTF-8.
    case invalidUTF8 = "the text is not valid UTF-8"
    /// A NUL, written as a byte or as an escape.
    case nul = "a NUL character is not allowed"
    /// Two members of one object have the same name.
    case duplicateKey = "a member name occurs twice in one object"
    /// A number outside 64-bit integers or doubles.
    case numberRange = "a number is out of range"
    /// Any other fault of the grammar.
    case syntax = "the syntax is wrong"
    /// The library found no memory.
    case outOfMemory = "no memory was left to read it"
  }

  /// What is wrong.
  package let code: Code
  /// The byte offset at which reading stopped.
  package let offset: Int
  /// The line of that place, from 1.
  package let line: Int

  /// "not acceptable JSON: a member name occurs twice in one object (line 1, byte 12)".
  package var description: String {
    "not acceptable JSON: \(code.rawValue) (line \(line), byte \(offset))"
  }
}
