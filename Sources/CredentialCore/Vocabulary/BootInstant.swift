/// A reading of the boot clock (`CLOCK_BOOTTIME`, clock_gettime(2)), for waiting and for limits.
///
/// It is not `Moment`: wall time steps, this one only grows, through suspend too.
package struct BootInstant: Hashable, Comparable, Sendable {
  /// Nanoseconds since the machine started.
  package var nanoseconds: UInt64

  /// Makes the reading `nanoseconds` after the machine started.
  package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

  /// Whether the first reading is the earlier one.
  package static func < (left: Self, right: Self) -> Bool { left.nanoseconds < right.nanoseconds }
}
