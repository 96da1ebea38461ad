internal import CredentialCore
internal import Linux
internal import SQLite

extension SQLiteStore {
  /// The store's file in the state directory.
  package static let fileName = "store.db"
  /// The file whose lock means that a daemon has the store.
  package static let lockName = "store.lock"

  /// Opens the store, making it when there is none.
  ///
  /// Throws `StoreError`: another process has it (with its pid), it is another program's file,
  /// damaged, newer, or sealed with another key. A refused file keeps its bytes; an empty store
  /// never takes the place of a damaged one.
  package static func open(_ options: SQLiteStoreOptions) async throws -> SQLiteStore {
    let writes = try WorkQueue<WriterJob>(limits: WriterJob.Lane.limits)
    let reads = try WorkQueue<ReaderJob>(limits: [ReaderJob.limit])
    let opening = StoreOpening(options: options)
    let store = try await withCheckedThrowingContinuation { continuation in
      NamedThread(name: "store-writer") {
        opening.run(writes: writes, reads: reads) { continuation.resume(with: $0) }
      }.detach()
    }
    // The first job of all: no claim is judged while one of the process before counts as in flight.
    store.abandonClaims()
    return store
  }

  private func abandonClaims() {
    let job = WriterJob(
      lane: .control, mustBeKept: true, now: nil,
      perform: { context in
        try context.abandonClaims()
        return {}
      },
      fail: { _ in })
    _ = writes.offer(job, lane: WriterJob.Lane.control.rawValue, mustBeKept: true)
  }
}
