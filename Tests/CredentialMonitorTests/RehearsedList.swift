import CredentialCore
import Linux
import Support

/// A list of linked users that a test has written, a hundred a page.
final class RehearsedList: Sweeper {
  private struct State {
    var first: [SweepAnswer]
    var calls: [Moment] = []
    var clock: (@Sendable () -> Moment)?
    var meanwhile: (@Sendable () async -> Void)?
    var isClosed = false
  }

  let interval: Duration = .seconds(86_400)
  let spacing: Duration = .milliseconds(632)
  private let users: [Subject]
  private let always: [SweepAnswer]
  private let state: Lock<State>

  /// Lists `users`, after other answers.
  init(_ users: [String], first: [SweepAnswer] = []) {
    self.users = users.compactMap { try? Subject($0) }
    always = []
    state = Lock(State(first: first))
  }

  /// Gives these answers over and over.
  init(always: [SweepAnswer]) {
    (users, self.always) = ([], always)
    state = Lock(State(first: []))
  }

  var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Does something before the next answer.
  func meanwhile(_ body: @escaping @Sendable () async -> Void) {
    state.withLock { $0.meanwhile = body }
  }

  func page(at place: String?) async -> SweepAnswer {
    let meanwhile = state.withLock { state in
      defer { state.meanwhile = nil }
      return state.meanwhile
    }
    await meanwhile?()
    let first = state.withLock { state in
      state.calls += [state.clock?() ?? Moment(milliseconds: 0)]
      return state.first.isEmpty ? nil : state.first.removeFirst()
    }
    if let first = first ?? always.first { return first }
    let start = place.flatMap { Int($0) } ?? 0
    let end = min(start + 100, users.count)
    let next = end < users.count ? String(end) : nil
    return .page(SweepPage(Array(users[start..<end]), next: next, total: users.count))
  }

  func rest() {}

  func close() { state.withLock { $0.isClosed = true } }

  /// Notes from now on when it is asked.
  func time(by clock: @escaping @Sendable () -> Moment) { state.withLock { $0.clock = clock } }

  /// When it was asked.
  var calls: [Moment] { state.withLock { $0.calls } }

  /// The most calls in any minute.
  var mostInAnyMinute: Int {
    let calls = calls
    var (first, most) = (0, 0)
    for (last, moment) in calls.enumerated() {
      while moment - calls[first] >= .seconds(60) { first += 1 }
      most = max(most, last - first + 1)
    }
    return most
  }
}
