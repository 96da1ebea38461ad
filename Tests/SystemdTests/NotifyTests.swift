internal import Glibc
internal import Support
internal import Systemd
internal import Testing

/// The only suite that sets the variables of sd_notify(3), and it does it in one test.
@Suite("Telling the service manager")
struct NotifyTests {
  @Test("each state is one datagram on the manager's socket, and none goes out without one")
  func states() throws {
    let folder = TemporaryFolder()
    let path = folder.file("notify")
    let socket = Self.listen(at: path)
    defer { close(socket) }
    let notify = Notify()
    notify.ready(status: "nobody listens")
    #expect(notify.watchdogPeriod == nil)

    setenv("NOTIFY_SOCKET", path, 1)
    setenv("WATCHDOG_USEC", "30000000", 1)
    defer {
      unsetenv("NOTIFY_SOCKET")
      unsetenv("WATCHDOG_USEC")
    }
    #expect(notify.watchdogPeriod == .seconds(30))
    notify.ready(status: "watching\nMAINPID=1")
    notify.feedWatchdog()
    notify.stopping()
    #expect(Self.receive(socket) == "READY=1\nSTATUS=watching\\nMAINPID=1")
    #expect(Self.receive(socket) == "WATCHDOG=1")
    #expect(Self.receive(socket) == "STOPPING=1")
  }

  private static func listen(at path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    precondition(status == 0, "bind(2) failed with errno \(errno)")
    return descriptor
  }

  private static func receive(_ socket: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1000)
    let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
