/// Who wants to see a loop turn; kept by the loop's owner, under its own lock or actor.
///
/// A loop rests while it waits for news, a peer, a disk or a lock: that is a turn, and has a
/// condition of its own where it is amiss. A loop that works and does not come to rest is stuck.
package struct LoopTurns: Sendable {
  private var isResting = true
  private var watchers: [CheckedContinuation<Void, Never>] = []

  /// Begins at rest.
  package init() {}

  /// The loop waits for somebody else.
  package mutating func rest() {
    isResting = true
    for watcher in watchers { watcher.resume() }
    watchers = []
  }

  /// The loop goes on by itself.
  package mutating func work() { isResting = false }

  /// Resumes `watcher` when the loop rests, at once when it does now.
  package mutating func watch(_ watcher: CheckedContinuation<Void, Never>) {
    if isResting { watcher.resume() } else { watchers.append(watcher) }
  }
}

/// A loop that the watchdog watches.
package struct WatchedLoop: Sendable {
  /// What people call it.
  package let name: String
  /// Returns when the loop has turned once; waiting for a peer, a disk or a lock is a turn.
  package let turn: @Sendable () async -> Void

  /// Names a loop and how to see it turn.
  package init(name: String, turn: @escaping @Sendable () async -> Void) {
    self.name = name
    self.turn = turn
  }
}
