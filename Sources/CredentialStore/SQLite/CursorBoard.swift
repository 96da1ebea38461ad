internal import CredentialCore
internal import Linux

/// The places of readers that have moved and wait for a commit to go along with.
final class CursorBoard: Sendable {
  private let moved = Lock<[Cursor: Int64]>([:])

  /// Notes a place; nobody is woken for it.
  func move(_ cursor: Cursor, to sequence: Int64) { moved.withLock { $0[cursor] = sequence } }

  /// What is to be stored.
  var waiting: [Cursor: Int64] { moved.withLock { $0 } }

  /// What was stored; a place that has moved on meanwhile goes on waiting.
  func stored(_ places: [Cursor: Int64]) {
    moved.withLock { moved in
      for (cursor, sequence) in places where moved[cursor] == sequence { moved[cursor] = nil }
    }
  }
}
