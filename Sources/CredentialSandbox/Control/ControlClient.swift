internal import JSON
internal import Linux

/// The other end of the control socket, for the `control` verbs. It blocks.
final class ControlClient {
  /// The socket, whose hang-up tells that the sandbox has ended.
  let socket: FileDescriptor
  private let directory: String
  private var input: [UInt8] = []

  /// Connects to the sandbox that runs in `files`.
  init(_ files: SandboxFiles) throws(SandboxError) {
    directory = files.directory
    do throws(SystemError) {
      socket = try UnixSocket.connect(path: files.control)
    } catch {
      throw SandboxError(
        .notRunning,
        "no sandbox answers in \(files.directory): \(error); start one with:"
          + " credstate-sandbox serve --directory \(files.directory)")
    }
  }

  /// Sends a request and waits for its answer.
  func send(_ request: ControlRequest) throws(SandboxError) -> JSONObject {
    do throws(SystemError) {
      var bytes = Array((request.line + "\n").utf8)
      while !bytes.isEmpty { bytes.removeFirst(try socket.send(bytes)) }
      while !input.contains(UInt8(ascii: "\n")) {
        guard let more = try socket.read(upTo: 65_536), !more.isEmpty else { break }
        input += more
      }
    } catch {
      throw SandboxError(.system, "lost the sandbox in \(directory): \(error)")
    }
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
      throw SandboxError(.notRunning, "the sandbox in \(directory) has ended")
    }
    let line = Array(input[..<end])
    input.removeFirst(end + 1)
    return try answer(line: line)
  }

  private func answer(line: [UInt8]) throws(SandboxError) -> JSONObject {
    let limit = ControlRequest.longestLine
    guard let fields = (try? JSONValue.parse(line, maximumBytes: limit))?.object else {
      throw SandboxError(.system, "the sandbox in \(directory) answered something unreadable")
    }
    if fields["ok"]?.bool == true { return fields }
    throw SandboxError(
      SandboxError.Code(rawValue: fields["code"]?.string ?? "") ?? .system,
      fields["error"]?.string ?? "the sandbox refused without a reason")
  }
}
