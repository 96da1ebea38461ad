internal import Linux

/// Lines that arrive, and whoever waits for one of them: how tests wait without sleeping.
final class LineLog: Sendable {
  /// The lines ended, or the test's time did, before the awaited one came.
  struct Missing: Error, CustomStringConvertible {
    let awaited: [String]
    let lines: [String]

    var description: String {
      "no line with \(awaited) came; these did:\n" + lines.suffix(60).joined(separator: "\n")
    }
  }

  private struct Waiter {
    let words: [String]
    let start: Int
    /// How many further lines it waits for.
    var missing = 1
    let continuation: CheckedContinuation<String?, Never>
  }

  private struct State {
    var lines: [String] = []
    var rest: [UInt8] = []
    var hasEnded = false
    var nextID = 0
    var waiters: [Int: Waiter] = [:]
    var cancelled: Set<Int> = []
  }

  private let state = Lock(State())

  /// Every line up to now.
  var lines: [String] { state.withLock { $0.lines } }

  /// The lines that hold all of `words`.
  func lines(with words: String...) -> [String] { lines.filter { Self.matches($0, words) } }

  /// Takes bytes; a line is there when its end is.
  func append(_ bytes: [UInt8]) {
    let lines = state.withLock { state -> [String] in
      var lines: [String] = []
      for byte in bytes {
        if byte != UInt8(ascii: "\n") {
          state.rest.append(byte)
          continue
        }
        lines.append(String(decoding: state.rest, as: UTF8.self))
        state.rest = []
      }
      return lines
    }
    for line in lines { append(line) }
  }

  /// Takes a line.
  func append(_ line: String) {
    let met = state.withLock { state -> [Waiter] in
      state.lines.append(line)
      let ids = state.waiters.keys.filter { id in
        guard let words = state.waiters[id]?.words, Self.matches(line, words) else { return false }
        state.waiters[id]?.missing -= 1
        return state.waiters[id]?.missing == 0
      }
      return ids.compactMap { state.waiters.removeValue(forKey: $0) }
    }
    for waiter in met { waiter.continuation.resume(returning: line) }
  }

  /// No further line will come.
  func end() {
    let waiters = state.withLock { state in
      state.hasEnded = true
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters { waiter.continuation.resume(returning: nil) }
  }

  /// The first line from number `start` on that holds all of `words`; waits until it comes.
  @discardableResult
  func line(with words: String..., from start: Int = 0) async throws -> String {
    try await last(of: 1, words, from: start)
  }

  /// Waits until `count` lines have come that hold all of `words`.
  func lines(_ count: Int, with words: String...) async throws {
    try await last(of: count, words, from: 0)
  }

  /// The last of the first `count` lines from number `start` on that hold all of `words`.
  @discardableResult
  private func last(of count: Int, _ words: [String], from start: Int) async throws -> String {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    let line = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = Waiter(
          words: words, start: start, missing: count, continuation: continuation)
        add(id, waiter)
      }
    } onCancel: {
      cancel(id)
    }
    guard let line else { throw Missing(awaited: words, lines: lines) }
    return line
  }

  private func add(_ id: Int, _ waiter: Waiter) {
    let (isOver, line) = state.withLock { state -> (Bool, String?) in
      var waiter = waiter
      for line in state.lines.dropFirst(waiter.start) where Self.matches(line, waiter.words) {
        waiter.missing -= 1
        if waiter.missing == 0 { return (true, line) }
      }
      let isOver = state.hasEnded || state.cancelled.contains(id)
      if !isOver { state.waiters[id] = waiter }
      return (isOver, nil)
    }
    if isOver { waiter.continuation.resume(returning: line) }
  }

  private func cancel(_ id: Int) {
    let waiter = state.withLock { state in
      state.cancelled.insert(id)
      return state.waiters.removeValue(forKey: id)
    }
    waiter?.continuation.resume(returning: nil)
  }

  private static func matches(_ line: String, _ words: [String]) -> Bool {
    words.allSatisfy { line.contains($0) }
  }
}
