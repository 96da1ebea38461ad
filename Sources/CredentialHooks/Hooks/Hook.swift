package import CredentialCore

/// One hook of kind `exec`: what to run and how.
package struct Hook: Sendable, Equatable {
  /// Its name in log, bus and ledger.
  package let name: HookName
  /// The program's absolute path and its arguments; no shell reads them.
  package let command: [String]
  /// Whether it is not run, and the log told that it would have been.
  package let isObserved: Bool
  /// How many runs of it go on at once.
  package let concurrency: Int
  /// How long it may run before SIGTERM.
  package let timeout: Duration
  /// How long it has to end after SIGTERM.
  package let grace: Duration
  /// When and how long it is tried again.
  package let retry: RetryPlan

  /// Spells out a hook; `command` holds at least the program.
  package init(
    name: HookName, command: [String], isObserved: Bool = false, concurrency: Int,
    timeout: Duration, grace: Duration, retry: RetryPlan
  ) {
    self.name = name
    self.command = command
    self.isObserved = isObserved
    self.concurrency = concurrency
    self.timeout = timeout
    self.grace = grace
    self.retry = retry
  }
}
