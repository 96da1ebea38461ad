/// A command line that was not understood.
package struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The mistake in one line, with the nearest right word when there is one.
  package let message: String
  /// The verb it was about, for the hint at its help; nil before one was recognised.
  package let verb: String?

  /// Names a mistake.
  package init(_ message: String, verb: String? = nil) {
    self.message = message
    self.verb = verb
  }

  /// The mistake and where help is, in one line.
  package var description: String {
    "\(message) (see: credstatectl help\(verb.map { " \($0)" } ?? ""))"
  }
}
