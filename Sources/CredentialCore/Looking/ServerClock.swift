/// What an answer tells of the two clocks: the peer's, from its `Date` (RFC 9110 §6.6.1), and ours.
package struct ServerClock: Sendable, Equatable {
  /// A difference up to this may come from the way and from whole seconds, and does no harm.
  package static let tolerance: Duration = .seconds(60)

  /// The peer's time, in whole seconds.
  package let server: Moment
  /// Ours when the answer was there.
  package let received: Moment

  /// Compares the peer's `server` with our `received`.
  package init(server: Moment, received: Moment) {
    self.server = server
    self.received = received
  }

  /// How far our clock is ahead of the peer's, negative when behind; exact to a second and the time
  /// that an answer takes.
  package var ahead: Duration { received - server }

  /// Whether the clocks differ by more than does no harm.
  package var isOff: Bool {
    let ahead = received.milliseconds(since: server)
    let tolerance = Self.tolerance.wholeMilliseconds
    return ahead > tolerance || ahead < -tolerance
  }

  /// The difference in words, such as `3600 s ahead of the server's`.
  package var sentence: String {
    let seconds = ahead.wholeMilliseconds / 1000
    let direction = seconds < 0 ? "behind" : "ahead of"
    return "\(abs(seconds)) s \(direction) the server's"
  }
}
