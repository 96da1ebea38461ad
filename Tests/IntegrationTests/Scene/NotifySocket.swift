internal import Glibc
internal import Linux
internal import Support

/// The service manager's end of sd_notify(3): a line for each datagram, `pid=N` and its words.
final class NotifySocket: Sendable {
  let log = LineLog()
  /// What `NOTIFY_SOCKET` has to be.
  let path: String

  /// Listens in `folder`; ends when a datagram cannot be received any more.
  init(_ folder: TemporaryFolder) {
    path = folder.file("notify")
    let descriptor = Self.listen(path)
    let log = log
    NamedThread(name: "notify") {
      while let line = Self.receive(descriptor) { log.append(line) }
    }.detach()
  }

  private static func listen(_ path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_PASSCRED, &yes, socklen_t(MemoryLayout<Int32>.size))
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    precondition(status == 0, "bind(2) failed with errno \(errno)")
    return descriptor
  }

  /// The next datagram with its sender, whom the kernel vouches for (unix(7), `SCM_CREDENTIALS`).
  private static func receive(_ descriptor: Int32) -> String? {
    var text = [UInt8](repeating: 0, count: 4096)
    var control = [UInt8](repeating: 0, count: 256)
    let (count, sender) = text.withUnsafeMutableBytes { text in
      control.withUnsafeMutableBytes { control -> (Int, Int32) in
        var piece = iovec(iov_base: text.baseAddress, iov_len: text.count)
        return withUnsafeMutablePointer(to: &piece) { piece in
          var message = msghdr()
          message.msg_iov = piece
          message.msg_iovlen = 1
          message.msg_control = control.baseAddress
          message.msg_controllen = control.count
          let count = recvmsg(descriptor, &message, 0)
          // Behind the header of the first control message.
          let place = MemoryLayout<cmsghdr>.size
          return (count, control.loadUnaligned(fromByteOffset: place, as: Int32.self))
        }
      }
    }
    guard count > 0 else { return nil }
    let words = String(decoding: text.prefix(count), as: UTF8.self)
      .split(separator: "\n").joined(separator: " ")
    return "pid=\(sender) \(words)"
  }
}
