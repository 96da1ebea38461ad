internal import CLinux
internal import Glibc

/// A thread of our own, for work that blocks; Swift's pool must never block.
package final class NamedThread: @unchecked Sendable {
  // Safe: `handle` is written once, before the initialiser returns.
  private var handle = pthread_t()

  /// What the new thread is handed.
  private final class Body {
    let name: String
    let run: @Sendable () -> Void
    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Starts a thread called `name` (at most 15 bytes are kept, `pthread_setname_np(3)`) that runs
  /// `body` once.
  package init(name: String, body: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Body(name: name, run: body)).toOpaque()
    let status = pthread_create(
      &handle, nil,
      { context in
        guard let context else { return nil }
        let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
        _ = NamedThread.setName(body.name)
        body.run()
        return nil
      }, context)
    precondition(status == 0, "pthread_create(3) failed with \(status)")
  }

  /// Waits until the body has returned. Call at most once, never from the thread itself.
  package func join() { pthread_join(handle, nil) }

  /// Lets the thread end by itself, without `join`. Call at most once.
  package func detach() { pthread_detach(handle) }

  private static func setName(_ name: String) -> Int32 {
    clinux_set_thread_name(String(name.utf8.prefix(15)) ?? "thread")
  }
}
