internal import Glibc
internal import Linux

/// A standard stream.
package struct DescriptorSink: TextSink {
  private let descriptor: Int32
  /// Whether it is a terminal (isatty(3)).
  package let isTerminal: Bool

  /// Writes to an open descriptor, which stays the caller's.
  package init(_ descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  /// As the terminal says (tty_ioctl(4), `TIOCGWINSZ`).
  package var columns: Int? {
    var size = winsize()
    guard isTerminal, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return nil
    }
    return Int(size.ws_col)
  }

  /// Writes all of `text`; waits when a non-blocking stream is full.
  package func write(_ text: String) throws(OutputError) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 { rest = rest.dropFirst(count); continue }
      switch errno {
      case EINTR: continue
      case EAGAIN: waitForRoom()
      case EPIPE: throw .readerGone
      default: throw .failed(SystemError.text(of: errno))
      }
    }
  }

  private func waitForRoom() {
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    poll(&request, 1, -1)
  }
}
