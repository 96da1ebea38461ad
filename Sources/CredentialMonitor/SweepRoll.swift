internal import CredentialCore

/// One reading of a provider's list of linked users: who was on it, and whether it is complete.
struct SweepRoll: Sendable {
  /// A list of more users than these is not read to its end: a mark takes eight bytes.
  static let mostUsers = 20_000_000
  /// So many pages without anybody who is new end it.
  static let mostBarren = 3
  /// A page that cannot be had is asked for so often again.
  static let mostTries = 5

  /// What follows a page.
  enum Step: Sendable, Equatable {
    /// The page at this place, after so long.
    case next(String?, after: Duration)
    /// The list is complete.
    case complete
    /// It says nothing.
    case broken(String)
  }

  let began: Moment
  private let spacing: Duration
  private var place: String?
  private var marks: Set<Int> = []
  private var total = 0
  private var barren = 0
  private var tries = 0

  /// Begins to read.
  init(spacing: Duration, now: Moment) {
    self.spacing = spacing
    began = now
  }

  /// How many users were on the list.
  var count: Int { marks.count }

  /// Notes what came for the page that was asked for.
  mutating func note(_ answer: SweepAnswer) -> Step {
    switch answer {
    case .refused(let reason): return .broken(reason)
    case .later(let reason, let wait):
      tries += 1
      guard tries <= Self.mostTries else { return .broken(reason) }
      return .next(place, after: max(spacing, wait ?? .seconds(60)))
    case .page(let page):
      tries = 0
      return note(page)
    }
  }

  private mutating func note(_ page: SweepPage) -> Step {
    let before = marks.count
    // A mark is a hash: who shares one with somebody else gets no hint, and the regular look finds out.
    for subject in page.subjects { marks.insert(subject.hashValue) }
    total = max(total, page.total ?? 0)
    barren = marks.count == before ? barren + 1 : 0
    guard let next = page.next else { return end() }
    guard barren < Self.mostBarren, marks.count <= Self.mostUsers else {
      return .broken("the list goes on without end")
    }
    place = next
    return .next(next, after: spacing)
  }

  /// Some leave while it is read; when more than one in a hundred are missing, it is not the list.
  private func end() -> Step {
    guard marks.count >= total - total / 100 - 1 else {
      return .broken("\(marks.count) of \(total) users were listed")
    }
    return .complete
  }

  /// Whether a user who is watched as linked is missing, though nothing newer than the sweep speaks for
  /// the user, and no second look is on its way.
  func misses(_ credential: Credential) -> Bool {
    let heard = [credential.lastConfirmed, credential.signedIn, credential.lastGiven]
    return credential.state == .authorized && !marks.contains(credential.id.subject.hashValue)
      && heard.allSatisfy { ($0 ?? .distantPast) < began }
      && credential.grants.allSatisfy { $0.suspicion == nil }
  }
}
