import Linux

/// Runs what blocks on a thread of its own: the tests' pool has few, and the daemon's side needs one.
func blocking<Result: Sendable>(
  _ body: @escaping @Sendable () throws -> Result
) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    NamedThread(name: "blocking") { continuation.resume(with: Swift.Result { try body() }) }
      .detach()
  }
}
