/// What may be simulated, so that memory and time have a bound.
package enum SimulationBounds {
  /// How many credentials; each takes about a kilobyte.
  package static let credentials = 1...10_000_000
  /// How long the fault lasts.
  package static let duration: ClosedRange<Duration> = .seconds(60) ... .seconds(90 * 86_400)
  /// Looks in any one second at most.
  package static let rate = 0.01...100_000
  /// Without a number.
  package static let standardCredentials = 10_000
}
