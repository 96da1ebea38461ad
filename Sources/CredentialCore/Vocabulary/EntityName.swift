/// A name that an administrator chose in the configuration: `[a-z0-9][a-z0-9_-]*`, 1 to 32 bytes.
package protocol EntityName: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// What is named, for errors, such as "provider".
  static var noun: String { get }
  /// The name itself.
  var text: String { get }
  /// Keeps a name that was already validated.
  init(validText: String)
}

extension EntityName {
  /// Accepts a well-formed name, refuses all else.
  package init(_ text: String) throws(InvalidText) {
    let first = text.utf8.first.map { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") } ?? false
    guard first, text.utf8.count <= 32, text.utf8.allSatisfy(Self.isAllowed) else {
      throw InvalidText(
        noun: "\(Self.noun) name",
        problem: "must be 1 to 32 of a-z, 0-9, '-' and '_', and begin with a letter or digit")
    }
    self.init(validText: text)
  }

  /// The name itself.
  package var description: String { text }

  /// Byte order.
  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// The name of one configured identity provider, such as `apple`.
package struct ProviderName: EntityName {
  /// The word for it in errors.
  package static let noun = "provider"
  /// The name itself.
  package let text: String
  /// Keeps a name already validated.
  package init(validText: String) { text = validText }
}

/// The name of one hook: of a `[[hook]]` entry, or of a file in `hooks.d` (any file name there).
package struct HookName: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The name itself.
  package let text: String
  /// Keeps the name as it is; the loader decides which names may be configured.
  package init(_ text: String) { self.text = text }
  /// The name itself.
  package var description: String { text }
  /// Byte order.
  package static func < (left: Self, right: Self) -> Bool {
    left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
  }
}
