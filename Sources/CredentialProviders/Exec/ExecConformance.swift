package import CredentialCore
internal import Linux

/// Runs the contract of docs/exec-provider.md against a program and says what is wrong with it.
package struct ExecConformance: Sendable {
  /// The executable's path and its arguments.
  package var command: [String]
  /// The client that is asked about.
  package var client: ClientID
  /// A user who is known to be well; nil: none is known.
  package var user: Subject?
  /// A user who is known to be gone; nil: none is known.
  package var gone: Subject?
  /// The user's token, when the program needs one; nil: it needs none.
  package var token: Secret?

  /// Tests `command` about users of `client`.
  package init(command: [String], client: ClientID) {
    self.command = command
    self.client = client
  }

  /// Runs every check, on a thread of its own; what cannot be run after a failure is left out.
  package func run() async -> [ConformanceCheck] {
    await NamedThread.returning(name: "program") { ConformanceRun(self).checks() }
  }
}

/// One check of a program, and what is wrong.
package struct ConformanceCheck: Sendable, Equatable {
  /// What must be so, a sentence without its full stop.
  package let rule: String
  /// What is wrong; nil when nothing is.
  package let problem: String?

  /// The check as commands show it.
  package var fields: Fields {
    var fields: Fields = ["rule": .text(rule), "passed": .boolean(problem == nil)]
    fields.add("problem", problem.map(Value.text))
    return fields
  }
}
