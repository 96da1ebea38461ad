internal import CredentialCore

/// What became of the users, held against what was true.
struct Outcomes: Sendable {
  /// A log-out of a user who had not left and whose token was alive.
  struct WrongLogOut: Sendable, Equatable {
    let user: Int
    let at: Moment
    let evidence: String
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
  /// From a user's leaving, or a token's death, to the event, in milliseconds.
  private(set) var delays: [Int64] = []
  /// Since when users are gone without an event or hold.
  private var unnoticed: [Int: Moment] = [:]
  /// Users who are gone since, and who have a hold, but no event.
  private var held: [Int: Moment] = [:]

  /// A user left, or the token died.
  mutating func leaves(_ user: Int, at moment: Moment) {
    left += 1
    unnoticed[user] = moment
    held[user] = nil
  }

  /// A user has a new token.
  mutating func signsIn(_ user: Int) {
    if unnoticed.removeValue(forKey: user) != nil { cameBack += 1 }
    held[user] = nil
  }

  /// An event about a user who `isGone`, or is not.
  mutating func published(_ event: EventDraft, of user: Int, isGone: Bool, at moment: Moment) {
    if event.kind == .grantLost { grantsLost += 1 }
    guard event.action >= .reauthenticate else { return }
    if isGone, let since = unnoticed.removeValue(forKey: user) ?? held.removeValue(forKey: user) {
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
  mutating func kept(_ user: Int, isGone: Bool) {
    guard isGone else { return heldWrongly += 1 }
    heldRightly += 1
    if let since = unnoticed.removeValue(forKey: user) { held[user] = since }
  }

  /// Users who are gone, of whom nothing was told though it was promised by now.
  func missed(_ conditions: ConditionSpans, bound: Duration, end: Moment) -> [Int] {
    unnoticed.filter { conditions.deadline(from: $0.value, bound: bound) <= end }
      .map(\.key).sorted()
  }

  /// How many are gone without an event or hold.
  var waiting: Int { unnoticed.count }
}
