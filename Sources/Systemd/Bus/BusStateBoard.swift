internal import Linux

/// Shows the state of one connection to everybody who asks.
final class BusStateBoard: Sendable {
  /// The state and who watches it.
  private struct Board {
    var current = BusState.connecting
    var lastFailure: BusError?
    var readers: [Int: AsyncStream<BusState>.Continuation] = [:]
    var lastReader = 0
    var isJoined = false
  }

  private let board = Lock(Board())

  /// The state now.
  var current: BusState { board.withLock { $0.current } }

  /// Why the connection was lost last; nil when it never was.
  var lastFailure: BusError? { board.withLock { $0.lastFailure } }

  /// Sets the state.
  func show(_ state: BusState) {
    let readers = board.withLock { board in
      board.current = state
      if case .down(let error) = state { board.lastFailure = error }
      return Array(board.readers.values)
    }
    for reader in readers {
      reader.yield(state)
      if state == .closed { reader.finish() }
    }
  }

  /// The state now and from now on.
  func states() -> AsyncStream<BusState> {
    let (stream, reader) = AsyncStream.makeStream(
      of: BusState.self, bufferingPolicy: .bufferingNewest(1))
    let id = board.withLock { board in
      board.lastReader += 1
      board.readers[board.lastReader] = reader
      reader.yield(board.current)
      if board.current == .closed { reader.finish() }
      return board.lastReader
    }
    reader.onTermination = { [weak self] _ in
      self?.board.withLock { board in board.readers[id] = nil }
    }
    return stream
  }

  /// True for the first caller only.
  func claimJoin() -> Bool {
    board.withLock { board in
      defer { board.isJoined = true }
      return !board.isJoined
    }
  }
}
