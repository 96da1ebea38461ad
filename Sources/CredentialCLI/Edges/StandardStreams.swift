internal import Glibc

/// The standard streams of this process.
enum StandardStreams {
  /// Opens `/dev/null` for each stream that was closed by the caller, so that the connection to the
  /// bus never becomes standard output, which cannot be written then.
  static func ensureOpen() {
    for stream in Int32(0)...2 where fcntl(stream, F_GETFD) < 0 {
      // open(2) takes the lowest free number, which is the stream's.
      _ = open("/dev/null", stream == 1 ? O_RDONLY : O_RDWR)
    }
  }
}
