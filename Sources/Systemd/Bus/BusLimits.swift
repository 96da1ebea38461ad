/// How much one received message may hold, and how much may wait.
package struct BusLimits: Sendable, Equatable {
  /// Levels of nesting.
  package var depth = 16
  /// Values, containers included.
  package var values = 200_000
  /// Bytes of all texts.
  package var textBytes = 16 << 20
  /// Calls that wait for our answer at once, from everybody.
  package var pendingCalls = 256
  /// Calls that wait for our answer at once, from one user.
  package var pendingCallsOfOneUser = 64

  /// The usual bounds.
  package init() {}
}
