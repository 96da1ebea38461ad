internal import CredentialCore

/// One change for the writer: what it does inside the transaction, and whom it tells afterwards.
struct WriterJob: Sendable {
  /// The lanes in the order they are taken.
  enum Lane: Int, CaseIterable {
    /// Sign-ins, removals, checks by hand, control.
    case control
    /// Deliveries.
    case deliveries
    /// Looks.
    case looks

    /// How many jobs may wait in each lane.
    static let limits = [1_024, 4_096, 1_024]
  }

  let lane: Lane
  /// Tried again until it is durable, while others are refused: a result must not be lost.
  let mustBeKept: Bool
  /// The caller's time, for people.
  let now: Moment?
  /// Works inside the transaction; what it returns is run after the commit.
  let perform: @Sendable (WriterContext) throws -> @Sendable () -> Void
  let fail: @Sendable (any Error) -> Void
  /// How often another program's lock was in its way.
  var lockedTries = 0
}
