/// Lets one caller at a time through, in the order they came.
actor Turnstile {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Runs `body` when nobody else is inside.
  func pass(_ body: @Sendable () async throws -> Void) async throws {
    await enter()
    defer { leave() }
    try await body()
  }

  private func enter() async {
    guard isTaken else { return isTaken = true }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    // The place is handed over, so that nobody who comes now is faster.
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
