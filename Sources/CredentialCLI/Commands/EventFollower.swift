internal import CredentialCore

/// Follows the events: subscribes first, then lists, and lists again at every hint.
///
/// A signal only says that there is something to list, so one that is lost or comes twice changes
/// nothing. While daemon or bus are away it says so once and tries again.
struct EventFollower {
  let monitor: any MonitorClient
  let session: CommandSession

  /// How long after a failure that may pass it tries again, unless the daemon comes back before.
  static let retryAfter: Duration = .seconds(2)

  /// Follows from `cursor` until its limit is reached or a failure that does not pass.
  func run(_ cursor: inout EventCursor) async throws {
    let (hints, hint) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    try await monitor.subscribe { hint.yield() }
    await session.output.beginFollowing(columns: EventsCommand.columns)
    var isAway = false
    var waiting = hints.makeAsyncIterator()
    repeat {
      do {
        try await printNew(&cursor)
        isAway = false
      } catch let failure as CommandFailure where failure.isPassing && cursor.hasBegun {
        if !isAway { try await session.output.note("\(failure.message); waiting for it") }
        isAway = true
        Task { [pause = session.context.pause] in
          await pause(Self.retryAfter)
          hint.yield()
        }
      }
      guard cursor.left > 0 else { break }
    } while await waiting.next() != nil
  }

  private func printNew(_ cursor: inout EventCursor) async throws {
    while let rows = try await cursor.next(from: monitor) {
      for row in rows { try await session.output.follow("event", row) }
    }
  }
}
