/// All that a command gets from outside; tests hand in their own.
package struct CommandContext: Sendable {
  /// Standard output.
  package var output: any TextSink
  /// Standard error.
  package var errors: any TextSink
  /// Standard input, for the token.
  package var input: any TokenInput
  /// The environment.
  package var environment: [String: String]
  /// Opens the daemon's API on the bus at an address; nil stands for the system bus. It throws
  /// `CommandFailure`.
  package var openMonitor: @Sendable (_ address: String?) async throws -> any MonitorClient
  /// Runs a program to its end.
  package var launcher: any ProgramLauncher
  /// Waits before something is tried again.
  package var pause: @Sendable (Duration) async -> Void

  /// Gathers a context.
  package init(
    output: any TextSink, errors: any TextSink, input: any TokenInput,
    environment: [String: String],
    openMonitor: @escaping @Sendable (String?) async throws -> any MonitorClient,
    launcher: any ProgramLauncher, pause: @escaping @Sendable (Duration) async -> Void
  ) {
    (self.output, self.errors, self.input) = (output, errors, input)
    (self.environment, self.openMonitor) = (environment, openMonitor)
    (self.launcher, self.pause) = (launcher, pause)
  }
}

/// What a running verb works with.
package struct CommandSession: Sendable {
  /// What the command got from outside.
  package let context: CommandContext
  /// Where it prints.
  package let output: OutputWriter
  /// The bus it was told to use; nil for the system bus.
  package let busAddress: String?

  /// Opens the daemon's API.
  package func monitor() async throws -> any MonitorClient {
    try await context.openMonitor(busAddress)
  }
}
