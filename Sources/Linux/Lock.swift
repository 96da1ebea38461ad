internal import CLinux
internal import Glibc

/// A mutual-exclusion lock around a value, for state that C callbacks and threads share.
///
/// It is a pthread mutex because ThreadSanitizer reports false races inside
/// `Synchronization.Mutex`, whose lock it does not see.
package final class Lock<Value>: @unchecked Sendable {
  // Safe: `value` is touched only between lock and unlock of `mutex`.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Makes an unlocked lock that guards `value`.
  package init(_ value: sending Value) {
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    self.value = value
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs `body` with exclusive access to the value. Do not block or await inside.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
