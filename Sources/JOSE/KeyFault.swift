/// Why a key, or a whole key set, cannot be used. It never holds a part of a key.
package struct KeyFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is wrong, as a closed set.
  package enum Code: String, Sendable {
    /// The key set is no JSON object with an array `keys`.
    case notASet = "not_a_set"
    /// More bytes or keys than are read.
    case tooLarge = "too_large"
    /// No key of the set can verify a signature.
    case noneUsable = "none_usable"
    /// A kind of key, a curve or an algorithm that is not known here (RFC 7517 §5: to be ignored).
    case unknownKind = "unknown_kind"
    /// The key is for something else than signatures.
    case otherUse = "other_use"
    /// A member is missing or has another type.
    case badMember = "bad_member"
    /// The private half lies open.
    case exposed = "exposed"
    /// Kind and algorithm contradict each other.
    case contradiction = "contradiction"
    /// The numbers are no key, or one that protects nothing.
    case unusable = "unusable"
  }

  /// What is wrong.
  package let code: Code
  /// What is wrong, for people; at most 300 printable bytes.
  package let description: String

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
