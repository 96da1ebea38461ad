internal import CredentialCore
internal import Glibc
internal import Systemd

/// The program `credstatectl` in its real surroundings.
package enum Program {
  /// Runs the command line of this process and ends the process with its status.
  package static func run() async -> Never {
    StandardStreams.ensureOpen()
    let errors = DescriptorSink(2)
    let environment = ProgramArguments.environment()
    let context = CommandContext(
      output: DescriptorSink(1), errors: errors, input: StandardInput(0, prompt: errors),
      environment: environment,
      openMonitor: { address in
        try await BusMonitorClient.open(
          address.map { BusAddress($0) } ?? .system(environment: environment))
      },
      launcher: ProcessLauncher(),
      pause: { try? await ContinuousClock().sleep(for: $0) })
    exit(await CommandLineTool.run(arguments: ProgramArguments.bytes(), context: context))
  }
}
