internal import CredentialCore

/// When a watch asks the store next what has waited for too long: at the time when the longest-waiting
/// will have, so that a provider of whose users nothing waits has no alarm.
struct Vigil: Sendable {
  /// While something is told, news may end it; the store is asked for that no more often.
  static let calm: Duration = .seconds(60)

  /// When to ask; nil while nothing waits.
  private(set) var due: Moment?
  /// Clients that were told of.
  private(set) var clients: Set<ClientID> = []
  /// Whether something is told that answers may end.
  private(set) var isTold = false
  /// Whether something is told whose number grows with what is kept back.
  private var isCounted = false
  private var asked: Moment?
  private var questions = 0

  /// Whether to ask at `now`; `furthest` is the longest that is ever waited, and a time beyond it was
  /// chosen before the clock went back.
  func isDue(at now: Moment, furthest: Duration) -> Bool {
    guard let due, due > now else { return due != nil }
    guard due > now + furthest else { return false }
    return asked.map { $0 > now || now - $0 >= Self.calm } ?? true
  }

  /// Something was committed: with `waits`, a verdict is kept back or a suspicion waits for a witness.
  mutating func noteCommit(waits: Bool, at now: Moment) {
    if isTold || (isCounted && waits) {
      let free = max(now, (asked ?? now) + Self.calm)
      due = min(due ?? free, free)
    } else if waits, due == nil {
      due = now
    }
  }

  /// The store is about to be asked; the number tells the question from later ones.
  mutating func ask() -> Int {
    questions += 1
    return questions
  }

  /// Whether nobody has asked since.
  func isLatest(_ question: Int) -> Bool { question == questions }

  /// The store was asked: `next` is when the longest-waiting will have waited too long.
  mutating func noteAnswer(
    telling: Bool, counting: Bool, _ clients: Set<ClientID>, next: Moment?, at now: Moment
  ) {
    (isTold, isCounted, self.clients, due, asked) = (telling, counting, clients, next, now)
  }

  /// The store could not be asked, which it tells of itself.
  mutating func noteRefusal(at now: Moment) { due = now + Self.calm }
}
