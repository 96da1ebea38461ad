internal import CredentialCore
internal import Linux

/// What is agreed with a program: what runs, what it is told, and how long it may take.
struct ExecTerms: Sendable {
  /// The provider's name.
  var provider: String
  /// The executable's path and its arguments.
  var command: [String]
  /// The clients whose users it is asked about.
  var clients: [ClientID]
  /// Whether it is handed the users' tokens.
  var needsToken = false
  /// Looks of one line at most.
  var batch = 100
  /// The time to its hello, in nanoseconds.
  var startLimit: UInt64 = 30_000_000_000
  /// The time to the last answer of a line, in nanoseconds.
  var answerLimit: UInt64 = 10_000_000_000
  /// How long it may take to end once its input is closed, and again once SIGTERM was sent.
  var endLimit: UInt64 = 2_000_000_000

  /// Why the command must not be run; nil when nobody but root and the daemon's own user could change
  /// any part of its path.
  func refusal() -> String? {
    // The daemon's own files are no more than its own: it could run anything as itself.
    let trust = PathTrust(owners: [0, ThisProcess.userID], allowsStickyDirectories: true)
    do throws(PathRefusal) {
      let target = try trust.check(command[0])
      guard target.isRegularFile else { return "\(command[0]) is not a regular file" }
      return target.isExecutable ? nil : "\(command[0]) is not executable; chmod +x it"
    } catch { return "\(error)" }
  }
}
