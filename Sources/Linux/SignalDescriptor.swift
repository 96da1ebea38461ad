internal import CLinux
internal import Glibc

/// Signals as events on a descriptor (signalfd(2)).
///
/// Make it first thing in `main`, before any thread: the mask is inherited by later threads, and a
/// signal that comes during start waits instead of ending the process.
package final class SignalDescriptor: Sendable {
  /// The descriptor to wait on for readability.
  package let descriptor: Int32

  /// Blocks `signals` for the calling thread and those it will start, and makes them readable.
  package init(_ signals: [Int32]) {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    pthread_sigmask(SIG_BLOCK, &set, nil)
    descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    precondition(descriptor >= 0, "signalfd(2) failed with errno \(errno)")
  }

  deinit { close(descriptor) }

  /// The next signal that arrived; nil when there is none now.
  package func next() -> Int32? {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    return read(descriptor, &info, size) == size ? Int32(info.ssi_signo) : nil
  }

  /// The next signal that arrived; waits on the calling thread.
  package func waitForNext() -> Int32 {
    while true {
      if let signal = next() { return signal }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, -1)
    }
  }

  /// The usual three of a daemon: SIGTERM, SIGINT, SIGHUP.
  package static let daemonSignals = [SIGTERM, SIGINT, SIGHUP]
  /// SIGHUP, by custom the request to read the configuration again.
  package static let hangUp = SIGHUP
  /// SIGCHLD: a child has ended.
  package static let childEnded = SIGCHLD
  /// The signal that asks a daemon to read its configuration again.
  package static let reload = SIGHUP
}
