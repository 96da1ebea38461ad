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

  init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
