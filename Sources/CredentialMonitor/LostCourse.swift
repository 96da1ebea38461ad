internal import CredentialCore

/// When a watch asks next for answers that cannot come any more.
struct LostCourse: Sendable {
  /// While users are told of, news may end it; the store is asked for that no more often.
  static let calm: Duration = .seconds(60)

  /// When to ask; nil while nothing is outstanding but looks in flight.
  private(set) var due: Moment?
  /// Whether the condition holds.
  private(set) var isTold = false

  /// Begins with the answers that an earlier process awaited.
  init(now: Moment) { due = now }

  /// Whether to ask. A time that lies further ahead than any that is planned was chosen before the clock
  /// went back.
  func isDue(at now: Moment) -> Bool {
    guard let due else { return false }
    return due <= now || due > now + .seconds(7200)
  }

  /// Notes what was committed: an answer that is lost is told of at once.
  mutating func noteCommit(_ results: [LookResult], at now: Moment) {
    guard results.contains(where: \.mayHaveRotated) else { return }
    due = now
  }

  /// Notes what the store knows.
  mutating func note(_ answers: GivenUpAnswers, at now: Moment) {
    isTold = answers.users > 0
    let calm = isTold || answers.unknown > 0 ? now + Self.calm : nil
    due = [answers.next.map { max($0, now + .seconds(1)) }, calm].compactMap { $0 }.min()
  }

  /// Notes that the store could not be asked, which it tells of itself.
  mutating func refused(at now: Moment) { due = now + Self.calm }
}
