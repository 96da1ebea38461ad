internal import Glibc

/// A serial executor with a thread of its own, for actors whose work blocks.
///
/// An actor uses it by `nonisolated var unownedExecutor` and keeps a reference to it. The thread
/// ends when the executor is released and its last job has run.
package final class ThreadExecutor: SerialExecutor {
  private let queue = JobQueue()

  /// Starts the thread, called `name` (at most 15 bytes are kept).
  package init(name: String) {
    let queue = queue
    NamedThread(name: name) { queue.run() }.detach()
  }

  deinit { queue.finish() }

  /// Appends a job; called by the Swift runtime.
  package func enqueue(_ job: consuming ExecutorJob) {
    queue.append(JobQueue.Entry(job: UnownedJob(job), executor: self))
  }

  /// The reference that the Swift runtime works with.
  package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// Traps unless called on the executor's thread; makes `assumeIsolated` work.
  package func checkIsolated() {
    precondition(queue.isCurrentThread, "not on the executor's thread")
  }
}

/// The jobs that wait, and the loop that runs them.
private final class JobQueue: @unchecked Sendable {
  // Safe: all fields are touched only with `mutex` held.
  /// One waiting job.
  struct Entry {
    let job: UnownedJob
    // Keeps the executor alive until the job has returned.
    let executor: ThreadExecutor
  }

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var entries: [Entry] = []
  private var finished = false
  private var thread: pthread_t?

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrived, nil)
  }

  deinit {
    pthread_cond_destroy(arrived)
    pthread_mutex_destroy(mutex)
    arrived.deallocate()
    mutex.deallocate()
  }

  var isCurrentThread: Bool {
    locked { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  func append(_ entry: Entry) {
    locked {
      entries.append(entry)
      pthread_cond_signal(arrived)
    }
  }

  func finish() {
    locked {
      finished = true
      pthread_cond_signal(arrived)
    }
  }

  func run() {
    locked { thread = pthread_self() }
    while let batch = next() {
      for entry in batch {
        entry.job.runSynchronously(on: entry.executor.asUnownedSerialExecutor())
      }
    }
  }

  /// Waits for jobs and takes all of them; nil when there will be no more.
  private func next() -> [Entry]? {
    locked {
      while entries.isEmpty && !finished { pthread_cond_wait(arrived, mutex) }
      defer { entries = [] }
      return entries.isEmpty ? nil : entries
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
