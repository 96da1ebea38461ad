internal import CredentialCore
internal import JSON

/// User IDs that are whole numbers of 64 bits, which no floating-point number can hold.
enum NumericUserID {
  /// Says why a subject is no user ID, as the end of a sentence; nil when it is one.
  static func problem(_ subject: Subject) -> String? {
    let bytes = subject.bytes
    let isNumber =
      bytes.allSatisfy { (0x30...0x39).contains($0) } && bytes.first != UInt8(ascii: "0")
    return isNumber && Int64(subject.text) != nil
      ? nil : "must be a whole number from 1 to \(Int64.max), without zeros in front"
  }

  /// The user ID of a JSON number or text; nil for anything else, a rounded number too.
  static func subject(_ value: JSONValue?) -> Subject? {
    let text =
      switch value {
      case .integer(let number)?: String(number)
      case .string(let text)?: text
      default: ""
      }
    guard let subject = try? Subject(text), problem(subject) == nil else { return nil }
    return subject
  }
}
