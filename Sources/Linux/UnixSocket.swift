internal import CLinux
internal import Glibc

/// Stream sockets in the file system (unix(7)).
package enum UnixSocket {
  /// The process at the other end, as the kernel saw it when it connected (`SO_PEERCRED`).
  package struct Peer: Sendable, Equatable {
    /// Its process id.
    package let pid: Int32
    /// Its effective user id.
    package let userID: UInt32
    /// Its effective group id.
    package let groupID: UInt32
  }

  /// Listens at `path` with the file mode `mode`; a socket file left behind there is removed.
  ///
  /// The caller holds a lock that makes it the only server of the path.
  package static func listen(path: String, mode: UInt32) throws(SystemError) -> FileDescriptor {
    let socket = try make()
    unlink(path)
    guard try withAddress(path, { bind(socket.number, $0, $1) }) == 0 else {
      throw .last("bind(2)", path)
    }
    guard chmod(path, mode) == 0 else { throw .last("chmod(2)", path) }
    guard Glibc.listen(socket.number, 16) == 0 else { throw .last("listen(2)", path) }
    socket.setNonBlocking()
    return socket
  }

  /// Takes the next connection, non-blocking; nil when none waits.
  package static func accept(_ listener: FileDescriptor) -> FileDescriptor? {
    let number = clinux_accept(listener.number)
    return number < 0 ? nil : FileDescriptor(owning: number)
  }

  /// Connects to the server at `path`; the descriptor blocks.
  package static func connect(path: String) throws(SystemError) -> FileDescriptor {
    let socket = try make()
    guard try withAddress(path, { Glibc.connect(socket.number, $0, $1) }) == 0 else {
      throw .last("connect(2)", path)
    }
    return socket
  }

  /// Who is at the other end of a connection.
  package static func peer(of connection: FileDescriptor) throws(SystemError) -> Peer {
    var (pid, uid, gid): (pid_t, uid_t, gid_t) = (0, 0, 0)
    guard clinux_peer(connection.number, &pid, &uid, &gid) == 0 else {
      throw .last("getsockopt(2) SO_PEERCRED")
    }
    return Peer(pid: pid, userID: uid, groupID: gid)
  }

  private static func make() throws(SystemError) -> FileDescriptor {
    let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    let number = socket(AF_UNIX, kind, 0)
    guard number >= 0 else { throw .last("socket(2)") }
    return FileDescriptor(owning: number)
  }

  private static func withAddress(
    _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(SystemError) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.contains(0) else {
      throw SystemError("sockaddr_un", path, number: ENAMETOOLONG)
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
