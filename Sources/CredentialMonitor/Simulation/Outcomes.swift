internal import CredentialCore

/// What became of the users, held against what was true.
struct Outcomes: Sendable {
  /// A log-out of a user who had not left and whose token was alive.
  struct WrongLogOut: Sendable, Equatable {
    let user: Int
    let at: Moment
    let evidence: String
  }

  /// A user who is gone and of whom nothing was told.
  private struct Absence {
    let since: Moment
    let due: Moment
  }

  /// So many wrong log-outs are kept whole; the others are counted.
  static let mostKept = 20

  private(set) var left = 0
  private(set) var logOuts = 0
  private(set) var wrong = 0
  private(set) var firstWrong: [WrongLogOut] = []
  private(set) var askedToSignIn = 0
  private(set) var askedWrongly = 0
  private(set) var grantsLost = 0
  private(set) var heldRightly = 0
  private(set) var heldWrongly = 0
  private(set) var cameBack = 0
  /// Users of whom something was told, or nothing, later than it is due with every look in its time.
  private(set) var late = 0
  private(set) var stale = 0
  private(set) var hookRuns = 0
  private(set) var wrongHookRuns = 0
  private(set) var supersededHooks = 0
  /// From a user's leaving, or a token's death, to the event, in milliseconds.
  private(set) var delays: [Int64] = []
  /// Since when users are gone without an event or hold.
  private var unnoticed: [Int: Absence] = [:]
  /// Users who are gone since, and who have a hold, but no event.
  private var held: [Int: Moment] = [:]

  /// A user left, or the token died; something is told by `due` when nothing is in the way of looks.
  mutating func leaves(_ user: Int, at moment: Moment, due: Moment) {
    left += 1
    unnoticed[user] = Absence(since: moment, due: due)
    held[user] = nil
  }

  /// A user has a new token.
  mutating func signsIn(_ user: Int, at moment: Moment) {
    if end(of: user, at: moment) != nil { cameBack += 1 }
    held[user] = nil
  }

  /// The hook was started for a user who `isGone`, or is not.
  mutating func hookBegun(isGone: Bool) {
    hookRuns += 1
    if !isGone { wrongHookRuns += 1 }
  }

  /// The hook was not started, as a later event has undone its own.
  mutating func hookSuperseded() { supersededHooks += 1 }

  /// The absence of a user ends to be unnoticed; since when it was.
  private mutating func end(of user: Int, at moment: Moment) -> Moment? {
    guard let absence = unnoticed.removeValue(forKey: user) else { return nil }
    if absence.due < moment { late += 1 }
    return absence.since
  }

  /// An event about a user who `isGone`, or is not.
  mutating func published(_ event: EventDraft, of user: Int, isGone: Bool, at moment: Moment) {
    if event.kind == .grantLost { grantsLost += 1 }
    if event.kind == .credentialStale { stale += 1 }
    guard event.action >= .reauthenticate else { return }
    if isGone, let since = end(of: user, at: moment) ?? held.removeValue(forKey: user) {
      delays.append((moment - since).wholeMilliseconds)
    }
    switch (event.action >= .logOut, isGone) {
    case (true, true): logOuts += 1
    case (false, true): askedToSignIn += 1
    case (false, false): askedWrongly += 1
    case (true, false):
      wrong += 1
      guard firstWrong.count < Self.mostKept else { return }
      firstWrong.append(
        WrongLogOut(user: user, at: moment, evidence: event.evidence.summary))
    }
  }

  /// A verdict about a user was kept back.
  mutating func kept(_ user: Int, isGone: Bool, at moment: Moment) {
    guard isGone else { return heldWrongly += 1 }
    heldRightly += 1
    if let since = end(of: user, at: moment) { held[user] = since }
  }

  /// Counts those as late of whom nothing was told to the end though it was due.
  mutating func close(at end: Moment) {
    late += unnoticed.values.count { $0.due < end }
  }

  /// Users who are gone, of whom nothing was told though it was promised by now.
  func missed(_ conditions: ConditionSpans, bound: Duration, end: Moment) -> [Int] {
    unnoticed.filter { conditions.deadline(from: $0.value.since, bound: bound) <= end }
      .map(\.key).sorted()
  }

  /// How many are gone without an event or hold.
  var waiting: Int { unnoticed.count }
}
