/// Whether a look uses its token up. Some servers give a new refresh token at every refresh
/// (RFC 6749 §6), and many of them end every token of the user when an old one is presented again
/// (RFC 9700 §4.14.2): for them a look is a write.
package enum Rotation: Sendable, Equatable {
  /// A token stays what it is.
  case none
  /// Each refresh may replace the token; a token whose answer was lost is presented once more only
  /// within `grace` of the first time (`.zero`: never).
  case rotating(grace: Duration)
  /// Others refresh the same tokens, so that no look may.
  case shared

  /// Whether a presented token is outstanding until its answer is known.
  package var isRotating: Bool {
    guard case .rotating = self else { return false }
    return true
  }

  /// How long after it was presented first a token may be presented once more.
  package var grace: Duration {
    guard case .rotating(let grace) = self else { return .zero }
    return grace
  }
}
