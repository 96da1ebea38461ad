internal import CredentialCore
internal import Linux
internal import SQLite

/// The one writer: takes what has arrived, does it in one transaction, and tells everybody after the
/// commit. Runs on a thread of its own.
final class StoreWriter {
  private let queue: WorkQueue<WriterJob>
  private let status: StoreStatus
  private let publisher: SequencePublisher
  private let context: WriterContext
  private let lockedTriesAtMost: Int
  private var pending: [WriterJob] = []
  private var retryWait: Int32 = firstRetryWait

  private static let jobsInOneCommit = 256
  private static let firstRetryWait: Int32 = 50
  private static let longestRetryWait: Int32 = 5_000

  init(
    queue: WorkQueue<WriterJob>, status: StoreStatus, publisher: SequencePublisher,
    context: WriterContext, lockedTriesAtMost: Int
  ) {
    self.queue = queue
    self.status = status
    self.publisher = publisher
    self.context = context
    self.lockedTriesAtMost = lockedTriesAtMost
  }

  /// Works until the queue is closed and what it accepted is done.
  func run() {
    while true {
      takeWork()
      status.turned()
      if pending.isEmpty, queue.isDrained { break }
      if pending.isEmpty, status.health == .writable {
        queue.wait(milliseconds: nil)
      } else if let error = attempt() {
        block(error)
        if queue.isClosed, pending.allSatisfy({ $0.lockedTries >= lockedTriesAtMost }) { break }
        wait()
      }
    }
    for job in pending + queue.take(.max) {
      job.fail(StoreError(.closed, "the store was closed before this could be written"))
    }
    pending = []
    // A place that cannot be stored is an earlier one at the next start, which does no harm.
    if !context.cursors.waiting.isEmpty { _ = attempt() }
    // A failing last checkpoint loses nothing: the log is read at the next start.
    _ = try? context.connection.checkpoint(.truncate)
  }

  /// Adds what has arrived to what was kept, in the order of the lanes.
  private func takeWork() {
    // Some are taken however much is kept, so that those who must not wait are refused.
    let arrived = queue.take(max(Self.jobsInOneCommit - pending.count, Self.jobsInOneCommit / 4))
    guard !pending.isEmpty else { return pending = arrived }
    let all = pending + arrived
    pending = WriterJob.Lane.allCases.flatMap { lane in all.filter { $0.lane == lane } }
  }

  /// One transaction over everything pending; the error when nothing of it is durable.
  private func attempt() -> SQLiteError? {
    var done: [@Sendable () -> Void] = []
    do {
      try context.connection.transaction(.immediate) {
        try checkPlace()
        try context.begin()
        for job in pending { done.append(try perform(job)) }
        if pending.isEmpty { try context.probe() }
        try context.end()
      }
    } catch {
      context.rollBack()
      return error as? SQLiteError
        ?? SQLiteError(code: .other, message: "\(error)", operation: "transaction")
    }
    context.commit()
    publisher.publish(context.sequence)
    status.committed(jobs: pending.count)
    pending = []
    retryWait = Self.firstRetryWait
    for tell in done { tell() }
    return nil
  }

  /// A commit to a file that no path leads to is lost without a word.
  private func checkPlace() throws(SQLiteError) {
    guard context.connection.hasMoved else { return }
    throw SQLiteError(code: .moved, message: "the file was moved", operation: "transaction")
  }

  /// One job in a savepoint; an error that ends the whole transaction is thrown.
  private func perform(_ job: WriterJob) throws -> @Sendable () -> Void {
    let mark = context.mark
    do {
      return try context.connection.savepoint { try job.perform(context) }
    } catch {
      if let error = error as? SQLiteError, error.endsTransaction { throw error }
      context.rollBack(to: mark)
      let refusal: any Error = (error as? SQLiteError).map { StoreError($0) as any Error } ?? error
      return { job.fail(refusal) }
    }
  }

  /// Nothing could be written: what must be kept is kept, the rest is refused; another program's
  /// lock is waited out for a while by all.
  private func block(_ error: SQLiteError) {
    let refusal = StoreError(error)
    status.blocked(refusal.message, since: pending.compactMap(\.now).max())
    var kept: [WriterJob] = []
    for var job in pending {
      job.lockedTries += error.code == .busy ? 1 : lockedTriesAtMost
      if job.mustBeKept || job.lockedTries < lockedTriesAtMost {
        kept.append(job)
      } else {
        job.fail(refusal)
      }
    }
    pending = kept
    if error.code == .busy { retryWait = Self.firstRetryWait }
  }

  private func wait() {
    queue.wait(milliseconds: retryWait)
    retryWait = min(retryWait * 2, Self.longestRetryWait)
  }
}
