internal import CredentialCore

/// The whole command: understands the line, runs the verb, tells what went wrong.
package enum CommandLineTool {
  /// The status when the reader of the output has gone: what a shell shows for a program that SIGPIPE
  /// ended, also where that signal is ignored.
  package static let readerGone: Int32 = 128 + 13

  /// Runs one command line, without the program's name, and returns the exit status.
  package static func run(arguments: [[UInt8]], context: CommandContext) async -> Int32 {
    let line = Result { () throws(UsageError) in
      try CommandLineParser().parse(ArgumentBytes.decode(arguments))
    }
    let output = OutputWriter(
      format: isJSON(line, arguments) ? .json : .text, output: context.output,
      errors: context.errors, environment: context.environment)
    do {
      do {
        return try await run(line.get(), context, output)
      } catch let error as UsageError {
        throw CommandFailure(error)
      }
    } catch let failure as CommandFailure {
      return await tell(failure, output)
    } catch let error as OutputError {
      return await tell(error, output)
    } catch {
      return await tell(CommandFailure(.internal, "\(error)"), output)
    }
  }

  private static func run(
    _ invocation: Invocation, _ context: CommandContext, _ output: OutputWriter
  ) async throws -> Int32 {
    let session = CommandSession(
      context: context, output: output, busAddress: invocation.text("bus-address"))
    switch invocation.request {
    case .run: return try await invocation.verb.run(invocation, session)
    case .help(let verb): try await HelpCommand.explain(verb ?? "", output)
    case .version: try await tellVersion(output)
    }
    return ExitStatus.done.rawValue
  }

  /// Whether JSON is asked for, as far as that can be told of a line that was not understood.
  private static func isJSON(
    _ line: Result<Invocation, UsageError>, _ arguments: [[UInt8]]
  ) -> Bool {
    if case .success(let invocation) = line { return invocation.has("json") }
    return CommandLineParser.asksForJSON(arguments.map { String(decoding: $0, as: UTF8.self) })
  }

  private static func tellVersion(_ output: OutputWriter) async throws {
    let program: Fields = ["name": .text("credstatectl"), "version": .text(Names.version)]
    try await output.answer("program", .fields(program)) { _ in
      "credstatectl \(Names.version)\n"
    }
  }

  private static func tell(_ failure: CommandFailure, _ output: OutputWriter) async -> Int32 {
    // When even the message cannot be written, the status is all there is.
    try? await output.fail(failure)
    return failure.code.status.rawValue
  }

  private static func tell(_ error: OutputError, _ output: OutputWriter) async -> Int32 {
    guard case .failed(let reason) = error else { return readerGone }
    try? await output.note("the output cannot be written: \(reason)")
    return ExitStatus.failed.rawValue
  }
}
