internal import CredentialCore

/// How the clocks stood when the store was last told, so that it is told only when they were stepped.
struct ClockWatch: Sendable {
  private var told: ClockReading?

  /// Whether the store is to be told of a reading before anything is done at its time.
  func isNews(_ reading: ClockReading) -> Bool {
    guard let told else { return true }
    return reading.isStepped(since: told) || reading.boot != told.boot
  }

  /// Notes that the store was told.
  mutating func note(_ reading: ClockReading) { told = reading }
}
