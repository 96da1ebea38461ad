internal import JSON
internal import Linux

/// One client of the control socket: bytes in, lines out.
final class ControlConnection {
  /// The socket.
  let socket: FileDescriptor
  private var input: [UInt8] = []
  private var output: [UInt8] = []

  init(_ socket: FileDescriptor) { self.socket = socket }

  /// Whether answers wait for room in the socket.
  var wantsToWrite: Bool { !output.isEmpty }

  /// Reads what is there and hands on whole lines; false when the client has gone.
  func receive(_ handle: ([UInt8]) -> JSONObject) -> Bool {
    do throws(SystemError) {
      guard let bytes = try socket.read(upTo: 65_536) else { return true }
      guard !bytes.isEmpty else { return false }
      input += bytes
    } catch {
      return false
    }
    while let end = input.firstIndex(of: UInt8(ascii: "\n")) {
      let line = Array(input[..<end])
      input.removeFirst(end + 1)
      output += Array((JSONValue.object(handle(line)).encoded() + "\n").utf8)
    }
    return input.count <= ControlRequest.longestLine && flush()
  }

  /// Writes what fits; false when the client has gone.
  func flush() -> Bool {
    guard !output.isEmpty else { return true }
    guard let count = try? socket.send(output) else { return false }
    output.removeFirst(count)
    return true
  }
}
