internal import CLinux
internal import Glibc

/// The threads that run Swift's tasks, in the place of libdispatch's, which wakes each second to
/// count its own (docs/decisions/0010).
package enum TaskPool {
  private static let queue = TaskQueue()

  /// Runs all tasks of this process on `threads` threads from now on. Call once, before the first
  /// task is made.
  package static func start(threads: Int) {
    clinux_take_global_jobs { job in
      if let job { TaskPool.queue.append(job) }
    }
    for _ in 0..<threads { NamedThread(name: "tasks") { queue.run() }.detach() }
  }
}

/// The jobs that wait, in the order they came, and the loop that runs them.
private final class TaskQueue: @unchecked Sendable {
  // Safe: all fields are touched only with `mutex` held.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var jobs: [UnsafeMutableRawPointer] = []
  /// Where the oldest job lies; what lies before it was taken.
  private var oldest = 0
  private var sleepers = 0

  /// So many jobs that were taken are let lie before those behind them are moved up.
  private static let takenAtMost = 4_096

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrived, nil)
  }

  func append(_ job: UnsafeMutableRawPointer) {
    pthread_mutex_lock(mutex)
    jobs.append(job)
    if sleepers > 0 { pthread_cond_signal(arrived) }
    pthread_mutex_unlock(mutex)
  }

  func run() -> Never {
    while true { clinux_run_global_job(next()) }
  }

  private func next() -> UnsafeMutableRawPointer {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    sleepers += 1
    while oldest == jobs.count { pthread_cond_wait(arrived, mutex) }
    sleepers -= 1
    let job = jobs[oldest]
    oldest += 1
    if oldest == jobs.count || oldest >= Self.takenAtMost {
      jobs.removeFirst(oldest)
      oldest = 0
    }
    return job
  }
}
