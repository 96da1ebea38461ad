internal import Linux

/// A program that runs, and the pipes to it. Its owner uses it on one thread.
final class ExecProcess {
  let child: ChildProcess
  /// Nil once it was closed, which asks the program to end.
  var input: FileDescriptor?
  let output: FileDescriptor
  let errors: FileDescriptor
  /// On output, errors and end.
  var watches: [EventLoop.Watch] = []
  /// On the input while something is to be written; given up before the input is closed.
  var inputWatch: EventLoop.Watch?
  var lines = ExecLines(longest: ExecMessage.longestLine)
  /// What is still to be written.
  var outgoing: [UInt8] = []

  /// Starts the program as this process's own user, in a session of its own, with an empty
  /// environment.
  init(_ command: [String]) throws(SystemError) {
    let (input, output, errors) = (try Pipe(), try Pipe(), try Pipe())
    child = try ChildProcess(
      SpawnRequest(
        path: command[0], arguments: command, environment: [], directory: "/",
        descriptors: [input.reader, output.writer, errors.writer]))
    self.input = input.writer
    self.output = output.reader
    self.errors = errors.reader
    for end in [input.writer, output.reader, errors.reader] { end.setNonBlocking() }
  }

  /// Writes what fits; false when the program does not read any more.
  func write() -> Bool {
    guard let input, !outgoing.isEmpty else { return true }
    do throws(SystemError) {
      let count = try input.write(outgoing)
      outgoing.removeFirst(count)
      return true
    } catch { return false }
  }

  /// The complete lines of what it has printed; nil at the end of its output.
  func read() throws(ExecFault) -> [[UInt8]]? {
    do {
      guard let bytes = try output.read(upTo: 65_536) else { return [] }
      return bytes.isEmpty ? nil : try lines.add(bytes)
    } catch let fault as ExecFault {
      throw fault
    } catch { return nil }
  }

  /// How it ended, in words.
  static func words(_ ending: ProcessEnding?) -> String {
    switch ending {
    case .exited(let status)?: "it ended with status \(status)"
    case .signalled(let number)?: "it was killed by signal \(number)"
    case nil: "it closed its input or output"
    }
  }
}
