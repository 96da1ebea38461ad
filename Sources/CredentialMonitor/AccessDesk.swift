internal import CredentialCore

/// The access tokens of one provider's users: those that are good for a while longer, and who waits for a
/// look that gives a new one. It is in memory alone.
struct AccessDesk: Sendable {
  /// So many tokens are kept; beyond that the one that ends first is let go.
  static let mostKept = 1_000
  /// So many callers wait at once.
  static let mostWaiting = 64

  /// What became of a look that somebody waits for.
  enum Ending: Sendable {
    /// The token; the new refresh token is durable.
    case given(AccessToken)
    /// A look ended that was begun before anybody waited, so that its answer was not read for this: who is
    /// told is to ask again.
    case unasked
    /// There is none.
    case refused(OperationError)
  }

  /// A caller in the line.
  struct Place: Sendable {
    let credential: CredentialID
    let number: Int
    /// Whether it is this one's turn to ask for a look; the others of the same user wait for that.
    let asks: Bool
    /// Each end of a look of the credential; it finishes when none will come.
    let endings: AsyncStream<Ending>
  }

  private var kept: [CredentialID: AccessToken] = [:]
  private var waiting: [CredentialID: [Int: AsyncStream<Ending>.Continuation]] = [:]
  private var asked: Set<CredentialID> = []
  private var count = 0
  private var last = 0
  private var isClosed = false

  /// Whether anybody waits.
  var isAwaited: Bool { count > 0 }
  /// Whether somebody waits for a user's.
  func isAwaited(_ id: CredentialID) -> Bool { waiting[id] != nil }
  /// How many wait.
  var waitingCount: Int { count }
  /// How many tokens are kept.
  var keptCount: Int { kept.count }

  /// The token of a user that is good for a while longer.
  mutating func kept(of id: CredentialID, at now: Moment) -> AccessToken? {
    guard let token = kept[id] else { return nil }
    guard token.isGood(at: now) else {
      kept[id] = nil
      return nil
    }
    return token
  }

  /// Lets go of a user's token.
  mutating func drop(_ id: CredentialID) { kept[id] = nil }

  /// Lets go of all tokens.
  mutating func forget() { kept = [:] }

  /// Joins the line; nil when it is full. A token that is good for longer is told at once, unless a new one
  /// is wanted.
  mutating func join(_ id: CredentialID, isNew: Bool, at now: Moment) -> Place? {
    guard count < Self.mostWaiting else { return nil }
    last += 1
    count += 1
    let (endings, feed) = AsyncStream<Ending>.makeStream()
    waiting[id, default: [:]][last] = feed
    let token = isNew ? nil : kept(of: id, at: now)
    if let token { feed.yield(.given(token)) }
    if isClosed { feed.finish() }
    let asks = token == nil && !isClosed && asked.insert(id).inserted
    return Place(credential: id, number: last, asks: asks, endings: endings)
  }

  /// Leaves it; who left it before is passed over.
  mutating func leave(_ place: Place) {
    guard let feed = waiting[place.credential]?.removeValue(forKey: place.number) else { return }
    feed.finish()
    count -= 1
    guard waiting[place.credential]?.isEmpty == true else { return }
    waiting[place.credential] = nil
    asked.remove(place.credential)
  }

  /// Tells one caller.
  func tell(_ place: Place, _ ending: Ending) {
    waiting[place.credential]?[place.number]?.yield(ending)
  }

  /// Tells all who wait for a user's token, and keeps it when it is good for longer; that a look is to be
  /// asked for again is told to one of them.
  mutating func tell(_ id: CredentialID, _ ending: Ending, at now: Moment) {
    let line = waiting[id] ?? [:]
    switch ending {
    case .unasked: return _ = line.min { $0.key < $1.key }?.value.yield(ending)
    case .given(let token): keep(token, of: id, at: now)
    case .refused: break
    }
    asked.remove(id)
    for feed in line.values { feed.yield(ending) }
  }

  /// Nothing ends any more.
  mutating func close() {
    isClosed = true
    forget()
    for feeds in waiting.values { for feed in feeds.values { feed.finish() } }
  }

  private mutating func keep(_ token: AccessToken, of id: CredentialID, at now: Moment) {
    kept[id] = token.isGood(at: now) ? token : nil
    guard kept.count > Self.mostKept else { return }
    kept = kept.filter { $0.value.isGood(at: now) }
    guard kept.count > Self.mostKept else { return }
    let first = kept.min { ($0.value.expires ?? now) < ($1.value.expires ?? now) }
    if let first { kept[first.key] = nil }
  }
}
