internal import CredentialCore
internal import Linux

/// Tells any number of readers the highest published sequence number; a slow one sees the newest.
final class SequencePublisher: Sendable {
  /// The newest number and who waits for newer ones.
  private struct State {
    var latest: Int64
    var nextReader = 0
    var readers: [Int: AsyncStream<Int64>.Continuation] = [:]
  }

  private let state: Lock<State>
  /// Held while readers are told, so that each hears rising numbers.
  private let telling = Lock(())

  init(latest: Int64) { state = Lock(State(latest: latest)) }

  /// A stream that begins with the current number.
  func stream() -> AsyncStream<Int64> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int64.self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.nextReader += 1
      state.readers[state.nextReader] = continuation
      continuation.yield(state.latest)
      return state.nextReader
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number) }
    return stream
  }

  /// Announces that everything up to `sequence` is visible.
  ///
  /// Readers are woken outside the lock that `remove` takes: to wake a task that is being cancelled
  /// waits for its cancellation, and that calls `remove`.
  func publish(_ sequence: Int64) {
    telling.withLock { _ in
      let readers = state.withLock { state -> [AsyncStream<Int64>.Continuation] in
        guard sequence > state.latest else { return [] }
        state.latest = sequence
        return Array(state.readers.values)
      }
      for reader in readers { reader.yield(sequence) }
    }
  }

  /// Ends every stream.
  func finish() {
    let readers = state.withLock { state in
      defer { state.readers = [:] }
      return Array(state.readers.values)
    }
    for reader in readers { reader.finish() }
  }

  private func remove(_ number: Int) {
    // The continuation is released outside the lock: its end may call back.
    let removed = state.withLock { $0.readers.removeValue(forKey: number) }
    _ = removed
  }
}
