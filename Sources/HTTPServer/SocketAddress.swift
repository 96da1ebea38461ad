internal import Glibc

/// A numeric address and a port in the form sockets take.
struct SocketAddress {
  let isIPv6: Bool
  private var storage = sockaddr_storage()

  /// Parses a numeric IPv4 or IPv6 address (`inet_pton(3)`); nil when it is neither.
  init?(_ address: String, port: UInt16) {
    var v4 = sockaddr_in()
    var v6 = sockaddr_in6()
    if inet_pton(AF_INET, address, &v4.sin_addr) == 1 {
      isIPv6 = false
      v4.sin_family = sa_family_t(AF_INET)
      v4.sin_port = port.bigEndian
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: v4, as: sockaddr_in.self) }
    } else if inet_pton(AF_INET6, address, &v6.sin6_addr) == 1 {
      isIPv6 = true
      v6.sin6_family = sa_family_t(AF_INET6)
      v6.sin6_port = port.bigEndian
      withUnsafeMutableBytes(of: &storage) { $0.storeBytes(of: v6, as: sockaddr_in6.self) }
    } else {
      return nil
    }
  }

  /// Calls `body` with the address as C wants it.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
    withUnsafeBytes(of: storage) { bytes in
      bytes.withMemoryRebound(to: sockaddr.self) { buffer in
        guard let pointer = buffer.baseAddress else { preconditionFailure("storage has a size") }
        return body(pointer)
      }
    }
  }

  /// The numeric text of an address that C gave (`getnameinfo(3)`); `?` when it has none.
  static func text(of address: UnsafePointer<sockaddr>?) -> String {
    guard let address else { return "?" }
    // The first member, by its place: its name belongs to whichever C module the compiler met first.
    let family = UnsafeRawPointer(address).loadUnaligned(as: sa_family_t.self)
    let isIPv6 = family == sa_family_t(AF_INET6)
    let length = isIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size
    var name = [CChar](repeating: 0, count: 64)
    let status = getnameinfo(
      address, socklen_t(length), &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST)
    guard status == 0 else { return "?" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
