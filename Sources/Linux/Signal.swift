internal import Glibc

/// The signals that processes are ended with (signal(7)).
package enum Signal {
  /// SIGTERM: please end.
  package static let terminate = SIGTERM
  /// SIGKILL: end, without being asked.
  package static let kill = SIGKILL
}
