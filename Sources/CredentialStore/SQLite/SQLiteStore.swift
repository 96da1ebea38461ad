package import CredentialCore
internal import Linux
internal import SQLite

/// The store on disk: one file, one thread that writes it and one that reads.
///
/// Every change is decided on the current rows inside a transaction that is durable (`fdatasync`)
/// before its call returns; what has arrived meanwhile shares one commit.
package final class SQLiteStore: CredentialStore {
  /// The random id of this store.
  package let generation: String
  let writes: WorkQueue<WriterJob>
  private let reads: WorkQueue<ReaderJob>
  private let status: StoreStatus
  private let publisher: SequencePublisher
  let cursors: CursorBoard
  let seal: Seal
  private let end: StoreEnd

  init(
    generation: String, writes: WorkQueue<WriterJob>, reads: WorkQueue<ReaderJob>,
    status: StoreStatus, publisher: SequencePublisher, cursors: CursorBoard, seal: Seal,
    end: StoreEnd
  ) {
    self.generation = generation
    self.writes = writes
    self.reads = reads
    self.status = status
    self.publisher = publisher
    self.cursors = cursors
    self.seal = seal
    self.end = end
  }

  deinit {
    writes.close()
    reads.close()
  }

  /// Each value is the highest published sequence number.
  package func publishedSequences() -> AsyncStream<Int64> { publisher.stream() }

  /// Whether the store takes writes; answers at once.
  package func health() -> StoreHealth { status.health }

  /// Counts of the store's own work; answers at once.
  package func counts() -> StoreCounts { status.counts }

  /// The loops that a watchdog is to see turn; waiting for a lock is a turn, and so is waiting for
  /// work when there is none: the machine is not woken for it.
  package var loops: [WatchedLoop] {
    [
      WatchedLoop(name: "store writer") { [status, writes] in
        if writes.isAtRest { return }
        await withCheckedContinuation { watcher in
          status.watchWriter(watcher)
          writes.wake()
        }
      },
      WatchedLoop(name: "store reader") { [status, reads] in
        if reads.isAtRest { return }
        await withCheckedContinuation { watcher in
          status.watchReader(watcher)
          reads.wake()
        }
      },
    ]
  }

  /// Finishes what was accepted, copies the log into the file and closes; idempotent.
  ///
  /// While the store is blocked, what cannot be written within the wait for a lock fails with
  /// `closed`.
  package func close() async {
    reads.close()
    writes.close()
    await end.wait()
    publisher.finish()
  }

  /// Runs `work` in the writer's next transaction and returns once it is durable.
  func write<Result: Sendable>(
    _ lane: WriterJob.Lane, keep: Bool = false, now: Moment? = nil,
    _ work: @escaping @Sendable (WriterContext) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let job = WriterJob(
        lane: lane, mustBeKept: keep, now: now,
        perform: { context in
          let result = try work(context)
          return { continuation.resume(returning: result) }
        },
        fail: { continuation.resume(throwing: $0) })
      let answer = writes.offer(job, lane: lane.rawValue, mustBeKept: keep)
      if let refusal = StoreError(answer) { continuation.resume(throwing: refusal) }
    }
  }

  /// Runs `work` on the reader's connection, in a transaction of its own.
  func read<Result: Sendable>(
    _ work: @escaping @Sendable (Connection) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      let job = ReaderJob(
        perform: { connection in
          do {
            let result = try connection.transaction(.deferred) { try work(connection) }
            continuation.resume(returning: result)
          } catch {
            continuation.resume(throwing: (error as? SQLiteError).map(StoreError.init) ?? error)
          }
        },
        fail: { continuation.resume(throwing: $0) })
      let answer = reads.offer(job, lane: 0, mustBeKept: false)
      if let refusal = StoreError(answer) { continuation.resume(throwing: refusal) }
    }
  }
}

extension StoreError {
  /// The refusal of a full or closed queue; nil when the work was accepted.
  fileprivate init?<Work>(_ answer: WorkQueue<Work>.Answer) {
    switch answer {
    case .accepted: return nil
    case .full: self.init(.busy, "too much waits to be stored; try again in a moment")
    case .closed: self.init(.closed, "the store is closed, the daemon is ending")
    }
  }
}
