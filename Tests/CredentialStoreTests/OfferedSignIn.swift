internal import CredentialCore
internal import Support

@testable internal import CredentialStore

/// A sign-in whose code was exchanged, that the writer has accepted when this is made.
struct OfferedSignIn {
  private let outcome: AsyncThrowingStream<SignedIn, any Error>

  /// Offers a sign-in of a user of `apple` to the writer, as `SQLiteStore.signIn` does.
  init(_ subject: String, to store: SQLiteStore, now: Moment) throws {
    let (stream, continuation) = AsyncThrowingStream<SignedIn, any Error>.makeStream()
    outcome = stream
    let signIn = StoreContract.signIn(subject, .exchanged(Secret([65])), at: now)
    let keep = signIn.verified.isIrreplaceable
    let job = WriterJob(
      lane: .control, mustBeKept: keep, now: now,
      perform: { context in
        let kept = try context.signIn(signIn, decider: StoreWorld.decider(), now: now)
        return { continuation.yield(kept) }
      }, fail: { continuation.finish(throwing: $0) })
    guard
      store.writes.offer(job, lane: WriterJob.Lane.control.rawValue, mustBeKept: keep) == .accepted
    else { throw StoreError(.closed, "the writer did not take the sign-in") }
  }

  /// Waits until it is durable or failed.
  func value() async throws -> SignedIn {
    var outcomes = outcome.makeAsyncIterator()
    guard let kept = try await outcomes.next() else { throw CancellationError() }
    return kept
  }
}
