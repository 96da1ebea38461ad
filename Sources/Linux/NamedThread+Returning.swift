extension NamedThread {
  /// Runs `body` on a thread of its own, called `name`, and waits for what it returns or throws
  /// without holding up the caller's thread: for work that blocks now and then.
  package static func returning<Success: Sendable, Failure: Error>(
    name: String, _ body: @escaping @Sendable () throws(Failure) -> Success
  ) async throws(Failure) -> Success {
    let result: Result<Success, Failure> = await withCheckedContinuation { continuation in
      NamedThread(name: name) {
        do throws(Failure) {
          continuation.resume(returning: .success(try body()))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }.detach()
    }
    return try result.get()
  }
}
