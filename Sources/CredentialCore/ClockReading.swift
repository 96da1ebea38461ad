/// The wall clock, read beside the clock that only grows: when the difference of the two changes, the
/// wall clock was stepped.
package struct ClockReading: Sendable, Equatable {
  /// The wall time.
  package let now: Moment
  /// What the wall clock, as it goes now, would have shown when the machine started.
  package let origin: Moment
  /// Which start of the machine: a random id of it; empty when it is not known.
  package let boot: String

  /// Spells out a reading.
  package init(now: Moment, origin: Moment, boot: String) {
    self.now = now
    self.origin = origin
    self.boot = boot
  }

  /// Steps up to this, also several together, make no difference to anything that is judged.
  static let tolerance: Duration = .seconds(60)

  /// Whether the wall clock was stepped by more than a minute since `earlier`; of another start of the
  /// machine it cannot be known.
  package func isStepped(since earlier: ClockReading) -> Bool {
    guard origin != earlier.origin else { return false }
    let step = origin - earlier.origin
    return boot == earlier.boot && (step > Self.tolerance || step < .zero - Self.tolerance)
  }
}

/// What a store keeps of the wall clock; the same for every backend.
package struct ClockRecord: Sendable, Equatable {
  /// The reading that later ones are compared with.
  package private(set) var reading: ClockReading
  /// When the clock was last found stepped, by the time it showed then.
  package private(set) var stepped: Moment?

  /// Takes over what is stored.
  package init(_ reading: ClockReading, stepped: Moment? = nil) {
    self.reading = reading
    self.stepped = stepped
  }

  /// Compares with another reading; false when there is nothing new.
  package mutating func note(_ later: ClockReading) -> Bool {
    guard later.boot == reading.boot else {
      reading = later
      return true
    }
    guard later.isStepped(since: reading) else { return false }
    reading = later
    stepped = later.now
    return true
  }
}
