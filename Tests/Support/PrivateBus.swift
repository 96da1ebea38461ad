internal import Glibc
internal import Linux

/// A dbus-daemon of a test's own, in a folder of its own; it can be stopped and started again at the
/// same address.
package final class PrivateBus: Sendable {
  /// What kept it from starting.
  package struct Failure: Error, CustomStringConvertible {
    /// What happened.
    package let description: String
  }

  /// Where it listens.
  package let address: String
  private let folder = TemporaryFolder()
  private let process = Lock<pid_t>(0)

  /// Starts a bus. Everybody may own, send and receive everything, unless `policy` (elements of
  /// dbus-daemon(1)'s `busconfig`) says something else.
  package static func start(policy: String = openPolicy) async throws -> PrivateBus {
    let bus = PrivateBus(policy: policy)
    try await bus.restart()
    return bus
  }

  /// Lets everybody do everything.
  package static let openPolicy = """
    <policy context="default">
      <allow send_destination="*" eavesdrop="true"/>
      <allow eavesdrop="true"/>
      <allow own="*"/>
    </policy>
    """

  private init(policy: String) {
    address = "unix:path=\(folder.file("socket"))"
    folder.write("bus.conf", Self.configuration(address: address, policy: policy))
  }

  deinit { stop() }

  /// Stops the bus and waits until it is gone; every connection to it is lost.
  package func stop() {
    let pid = process.withLock { pid in
      defer { pid = 0 }
      return pid
    }
    guard pid > 0 else { return }
    kill(pid, SIGKILL)
    var status: Int32 = 0
    while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    unlink(folder.file("socket"))
  }

  /// Starts the bus, again if it ran before; returns when it listens.
  package func restart() async throws {
    stop()
    let (output, pid) = try spawn()
    process.withLock { $0 = pid }
    let isUp = await withCheckedContinuation { continuation in
      NamedThread(name: "bus start") {
        // The bus prints its address once it listens.
        var byte: UInt8 = 0
        let count = read(output, &byte, 1)
        close(output)
        continuation.resume(returning: count == 1)
      }.detach()
    }
    guard isUp else { throw Failure(description: "dbus-daemon did not start; is it installed?") }
  }

  private func spawn() throws -> (output: Int32, pid: pid_t) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Failure(description: "no pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    let words = [
      "dbus-daemon", "--config-file=\(folder.file("bus.conf"))", "--nofork", "--nopidfile",
      "--print-address=1",
    ]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // Not our own environment: a test may have put a NOTIFY_SOCKET there, and the bus would tell it
    // that it is ready.
    let environment = Sanitizers.environment.map { strdup($0) } + [nil]
    defer { for variable in environment { free(variable) } }
    var pid: pid_t = 0
    let status = posix_spawnp(&pid, "dbus-daemon", &actions, nil, arguments, environment)
    close(ends[1])
    guard status == 0 else {
      close(ends[0])
      throw Failure(description: "dbus-daemon cannot be started; is it installed?")
    }
    return (ends[0], pid)
  }

  private static func configuration(address: String, policy: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
      "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>\(address)</listen>
      <auth>EXTERNAL</auth>
      \(policy)
    </busconfig>
    """
  }
}
