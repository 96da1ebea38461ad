internal import Linux

extension ControlClient {
  /// Waits until the sandbox has closed the connection, which it does last of all.
  func waitForEnd() {
    while let bytes = try? socket.read(upTo: 4_096), !bytes.isEmpty {}
  }
}
