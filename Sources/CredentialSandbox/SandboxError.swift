/// Why the sandbox could not do what it was asked: what, to what, and what to do next.
package struct SandboxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The closed set of causes.
  package enum Code: String, Sendable {
    /// The command line or a value in it is wrong.
    case usage
    /// A subject, client or token that the sandbox does not have.
    case unknown
    /// A file, a socket or the server could not be set up.
    case system
    /// No sandbox answers in that folder.
    case notRunning
  }

  /// Which of the causes.
  package let code: Code
  /// The sentence for people.
  package let description: String

  /// Texts of a caller in `description` are made safe for a terminal: controls and marks that turn
  /// the reading direction become U+FFFD, and what is longer than 400 bytes is cut.
  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = Self.safe(description)
  }

  private static func safe(_ text: String) -> String {
    var safe = String.UnicodeScalarView()
    var room = 396
    for scalar in text.unicodeScalars {
      let shown: Unicode.Scalar =
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
          "\u{FFFD}"
        default: scalar
        }
      room -= UTF8.width(shown)
      guard room >= 0 else { return String(safe) + "..." }
      safe.append(shown)
    }
    return String(safe)
  }
}
