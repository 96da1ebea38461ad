internal import CredentialCore

/// Random numbers that are the same for the same seed (SplitMix64), so that a run can be repeated.
struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mix(state)
  }

  /// A number in 0..<1.
  mutating func share() -> Double { Self.share(next()) }

  /// A time in `range`, to the millisecond.
  mutating func time(_ range: Range<Moment>) -> Moment {
    let width = max(1, (range.upperBound - range.lowerBound).wholeMilliseconds)
    return range.lowerBound + .milliseconds(Int64(next() % UInt64(width)))
  }

  /// A number in 0..<1 that belongs to one user for good, whatever else is drawn.
  static func trait(of user: Int, seed: UInt64) -> Double {
    share(mix(mix(seed &+ 0x632B_E59B_D9B4_E019) ^ UInt64(truncatingIfNeeded: user)))
  }

  private static func share(_ number: UInt64) -> Double {
    Double(number >> 11) / Double(UInt64(1) << 53)
  }

  private static func mix(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
