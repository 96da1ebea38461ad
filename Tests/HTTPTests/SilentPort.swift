internal import Glibc

/// A port on the loopback that refuses connections, or takes them and never says anything.
final class SilentPort {
  private let descriptor: Int32
  /// The number of the port.
  let number: UInt16

  /// Takes a free port; `listening` decides between silence and refusal.
  init(listening: Bool) {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(descriptor, $0, length)
        _ = getsockname(descriptor, $0, &length)
      }
    }
    number = UInt16(bigEndian: address.sin_port)
    if listening { listen(descriptor, 4) }
  }

  deinit { close(descriptor) }
}
