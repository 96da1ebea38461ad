package import CredentialCore
internal import Linux

/// A store in Swift values, for simulations and tests; nothing outlives the process.
///
/// It keeps the same contract as the store on disk by other means: every call is one locked step
/// over rows in an array. Claims and commits cost as little for a million users as for ten; lists and
/// counts look at everything.
package final class MemoryStore: CredentialStore {
  /// The random id of this store.
  package let generation: String
  private let state: Lock<MemoryState>
  private let publisher = SequencePublisher(latest: 0)

  /// Makes an empty store; without a history a user takes a fraction of the memory.
  package init(keepsHistory: Bool = true) {
    generation = Generation.random()
    state = Lock(MemoryState(generation: generation, keepsHistory: keepsHistory))
  }

  /// Each value is the highest published sequence number.
  package func publishedSequences() -> AsyncStream<Int64> { publisher.stream() }

  /// Always writable.
  package func health() -> StoreHealth { .writable }

  /// Ends the streams; every later call fails with `closed`.
  package func close() async {
    state.withLock { $0.isClosed = true }
    publisher.finish()
  }

  func step<Result>(_ body: (inout MemoryState) throws -> Result) throws -> Result {
    let (result, sequence) = try state.withLock { state in
      guard !state.isClosed else {
        throw StoreError(.closed, "the store in memory is closed; open a new one")
      }
      let before = state.sequence
      let result = try body(&state)
      return (result, state.sequence == before ? nil : state.sequence)
    }
    if let sequence { publisher.publish(sequence) }
    return result
  }
}
