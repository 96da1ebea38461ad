internal import CLinux
internal import Glibc

/// An open descriptor that is closed when the last reference to it goes.
package final class FileDescriptor: Sendable {
  /// The descriptor's number, valid as long as this object lives.
  package let number: Int32

  /// Takes over an open descriptor.
  package init(owning number: Int32) { self.number = number }

  deinit { close(number) }

  /// Opens a file (open(2)), closed on exec; `flags` such as `O_RDWR`.
  package convenience init(path: String, flags: Int32) throws(SystemError) {
    let number = open(path, flags | O_CLOEXEC)
    guard number >= 0 else { throw .last("open(2)", path) }
    self.init(owning: number)
  }

  /// Makes an empty file in memory (memfd_create(2)).
  package convenience init(memoryFile name: String) throws(SystemError) {
    let number = clinux_memory_file(name)
    guard number >= 0 else { throw .last("memfd_create(2)") }
    self.init(owning: number)
  }

  /// Makes a file in memory that holds `content` and that nobody can change, also not who is handed it
  /// (fcntl(2) `F_ADD_SEALS`); it is read from the beginning.
  package convenience init(sealed content: [UInt8], name: String) throws(SystemError) {
    let number = clinux_sealable_file(name)
    guard number >= 0 else { throw .last("memfd_create(2)") }
    self.init(owning: number)
    try fill(content)
    guard clinux_seal(number) == 0 else { throw .last("fcntl(2) F_ADD_SEALS") }
  }

  /// Writes all of `content` at the beginning of a file; the place where reads go on stays.
  package func fill(_ content: [UInt8]) throws(SystemError) {
    var done = 0
    while done < content.count {
      let count = content[done...].withUnsafeBytes {
        pwrite(number, $0.baseAddress, $0.count, off_t(done))
      }
      guard count > 0 || errno == EINTR else { throw .last("pwrite(2)") }
      done += max(count, 0)
    }
  }

  /// Lets reads and writes return at once instead of blocking (fcntl(2) `O_NONBLOCK`).
  package func setNonBlocking() {
    let flags = fcntl(number, F_GETFL)
    _ = fcntl(number, F_SETFL, flags | O_NONBLOCK)
  }

  /// Reads at most `count` bytes. Nil: nothing there now; empty: end of file.
  package func read(upTo count: Int) throws(SystemError) -> [UInt8]? {
    while true {
      var status = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        status = Glibc.read(number, buffer.baseAddress, count)
        filled = max(status, 0)
      }
      if status >= 0 { return bytes }
      if errno == EINTR { continue }
      if errno == EAGAIN { return nil }
      throw .last("read(2)")
    }
  }

  /// Writes what fits and returns how many bytes that was; 0 when nothing fits now.
  ///
  /// On a socket use `send`: a write(2) whose reader is gone raises SIGPIPE.
  package func write(_ bytes: some Collection<UInt8>) throws(SystemError) -> Int {
    try transfer("write(2)", bytes) { Glibc.write(number, $0, $1) }
  }

  /// Like `write` for a socket; a peer that is gone is EPIPE and not a signal (send(2)).
  package func send(_ bytes: some Collection<UInt8>) throws(SystemError) -> Int {
    try transfer("send(2)", bytes) { Glibc.send(number, $0, $1, Int32(MSG_NOSIGNAL)) }
  }

  private func transfer(
    _ call: String, _ bytes: some Collection<UInt8>, body: (UnsafeRawPointer?, Int) -> Int
  ) throws(SystemError) -> Int {
    let bytes = Array(bytes)
    while true {
      let status = bytes.withUnsafeBytes { body($0.baseAddress, $0.count) }
      if status >= 0 { return status }
      if errno == EINTR { continue }
      if errno == EAGAIN { return 0 }
      throw .last(call)
    }
  }
}

/// Both ends of a pipe(7), closed on exec.
package struct Pipe: Sendable {
  /// The end to read from.
  package let reader: FileDescriptor
  /// The end to write to.
  package let writer: FileDescriptor

  /// Makes a pipe whose ends block.
  package init() throws(SystemError) {
    var ends: [Int32] = [0, 0]
    guard clinux_pipe(&ends) == 0 else { throw .last("pipe2(2)") }
    (reader, writer) = (FileDescriptor(owning: ends[0]), FileDescriptor(owning: ends[1]))
  }
}
