internal import CredentialCore

@testable internal import CredentialStore

/// A commit that the writer has accepted when this is made, so that whatever is asked next comes
/// after it.
struct OfferedCommit {
  private let outcome: AsyncThrowingStream<[Committed?], any Error>

  /// Offers results to the writer.
  init(_ results: [LookResult], to store: SQLiteStore, decider: Decider, now: Moment) throws {
    let (stream, continuation) = AsyncThrowingStream<[Committed?], any Error>.makeStream()
    outcome = stream
    let job = WriterJob(
      lane: .looks, mustBeKept: true, now: now,
      perform: { context in
        let committed = try results.map { try context.commit($0, decider: decider, now: now) }
        return { continuation.yield(committed) }
      }, fail: { continuation.finish(throwing: $0) })
    guard
      store.writes.offer(job, lane: WriterJob.Lane.looks.rawValue, mustBeKept: true) == .accepted
    else { throw StoreError(.closed, "the writer did not take the commit") }
  }

  /// Waits until the commit is durable or failed.
  func value() async throws -> [Committed?] {
    var outcomes = outcome.makeAsyncIterator()
    guard let committed = try await outcomes.next() else { throw CancellationError() }
    return committed
  }
}
