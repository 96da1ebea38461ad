/// Runs another program.
package protocol ProgramLauncher: Sendable {
  /// Whether there is a program at `path` that may be run.
  func isProgram(_ path: String) -> Bool
  /// The directory of the running program; nil when it cannot be told.
  func ownDirectory() -> String?
  /// Runs a program to its end, with the environment of this one.
  func run(_ launch: Launch) async throws(CommandFailure) -> LaunchOutcome
}

/// A program to be run.
package struct Launch: Sendable, Equatable {
  /// Its path.
  package var path: String
  /// Its arguments, without its name.
  package var arguments: [String]
  /// Whether to gather what it prints, instead of letting it print.
  package var capturesOutput: Bool

  /// Describes a program to be run.
  package init(path: String, arguments: [String], capturesOutput: Bool) {
    (self.path, self.arguments, self.capturesOutput) = (path, arguments, capturesOutput)
  }
}

/// How a program ended.
package struct LaunchOutcome: Sendable, Equatable {
  /// Its exit status; 128 and the signal's number when a signal ended it.
  package var status: Int32
  /// What it printed, both streams in their order, cut at a bound; empty when it was not gathered.
  package var output: String

  /// Describes an end.
  package init(status: Int32, output: String) {
    (self.status, self.output) = (status, output)
  }
}
