internal import CredentialCore
internal import SQLite

/// One question for the reader's thread.
struct ReaderJob: Sendable {
  /// How many may wait.
  static let limit = 1_024

  /// Asks and tells the answer, good or bad.
  let perform: @Sendable (Connection) -> Void
  /// Tells that it was not asked.
  let fail: @Sendable (any Error) -> Void

  /// The reader's loop, until the queue is closed.
  static func run(_ queue: WorkQueue<ReaderJob>, _ connection: Connection, _ status: StoreStatus) {
    while !queue.isDrained {
      let jobs = queue.take(64)
      status.readerTurned()
      for job in jobs { job.perform(connection) }
      if jobs.isEmpty { queue.wait(milliseconds: nil) }
    }
  }

  /// The loop of a reader that could not open the file.
  static func refuse(_ queue: WorkQueue<ReaderJob>, _ error: StoreError, _ status: StoreStatus) {
    while !queue.isDrained {
      status.readerTurned()
      for job in queue.take(64) { job.fail(error) }
      queue.wait(milliseconds: nil)
    }
  }
}
