internal import CredentialCore

/// Everything a store in memory holds.
struct MemoryState: Sendable {
  /// One user: the record and the tokens, under a number that is never reused.
  struct Entry: Sendable {
    let number: Int64
    /// Which queue of looks is its provider's.
    var queue = 0
    var record: CredentialRecord
    /// Only its number is left.
    private(set) var isForgotten = false
    private var tokens: [(epoch: Epoch, token: Secret)] = []
    var history: [HistoryEntry] = []
    /// Entries that are not kept any more.
    var leftOut = 0

    init(number: Int64, record: CredentialRecord) {
      (self.number, self.record) = (number, record)
    }

    /// What of the user is counted.
    var counted: CountedUser {
      CountedUser(record.credential.grants, isStale: record.credential.staleSince != nil)
    }

    /// The token of a grant.
    func token(_ epoch: Epoch) -> Secret? { tokens.first { $0.epoch == epoch }?.token }

    /// Adds the token of a new grant.
    mutating func add(_ token: Secret, _ epoch: Epoch) { tokens.append((epoch, token)) }

    /// Puts another token in the place of a grant's.
    mutating func replace(_ token: Secret, of epoch: Epoch) {
      guard let index = tokens.firstIndex(where: { $0.epoch == epoch }) else { return }
      tokens[index].token = token
    }

    /// Forgets all but the number.
    mutating func forget() {
      isForgotten = true
      tokens = []
      history = []
      record = CredentialRecord(
        Credential(
          id: record.credential.id, account: nil, labels: [], since: record.credential.since))
    }

    /// Forgets the tokens of grants that are gone.
    mutating func keepTokensOfGrants() {
      // As nearly always: one of each.
      if tokens.count == 1, record.credential.grants.count == 1,
        tokens[0].epoch == record.credential.grants[0].epoch
      {
        return
      }
      let grants = record.credential.grants
      let isKept = { (epoch: Epoch) in grants.contains { $0.epoch == epoch } }
      if !tokens.allSatisfy({ isKept($0.epoch) }) { tokens.removeAll { !isKept($0.epoch) } }
    }
  }

  let generation: String
  let keepsHistory: Bool
  var isClosed = false
  var sequence: Int64 = 0
  var epoch: Int64 = 0
  var entries = EntryTable()
  /// Providers whose stored times were compared with the clock, and the last time seen of each.
  var lastClaim = ProviderTable<Moment>()
  var books = ProviderTable<ClientBook>()
  /// What is known of the wall clock.
  var clock: ClockRecord?
  /// When the next search for stale users begins.
  var sweepFrom: [ProviderName: Moment] = [:]
  var restraints = Restraints()
  /// The pushes that are remembered, oldest first, and the rule that decided on each.
  var pushes = PushLog()
  var unknownPushes = UnknownPushes()
  var audit: [(row: Int64, entry: AuditEntry)] = []
  var lastRow: Int64 = 0
  var events: [Event] = []
  var deliveries: [Delivery.ID: DeliveryRecord] = [:]
  var positions: [Cursor: Int64] = [:]
  var recordings: [CredentialID: Recording] = [:]
  var profiles: [CredentialID: UserProfile] = [:]
  var tokenNames: [CredentialID: [Epoch: [TokenName]]] = [:]
  var transfers: [CredentialID: TransferRecord] = [:]
  var transferRuns: [ProviderName: TransferRun] = [:]
  /// Every hook ever told of, and whether it exists now.
  var hooks: [HookName: Bool] = [:]

  init(generation: String, keepsHistory: Bool) {
    (self.generation, self.keepsHistory) = (generation, keepsHistory)
  }

  mutating func nextEpoch() -> Epoch {
    epoch += 1
    return Epoch(epoch)
  }

  /// Numbers the drafts, keeps them, and makes their deliveries.
  mutating func publish(_ drafts: [EventDraft], by entry: inout Entry, now: Moment) -> [Event] {
    drafts.map { draft in
      let event = number(draft, of: entry.number, now: now)
      if draft.kind == .stateChanged { entry.record.credential.stateEvent = sequence }
      return event
    }
  }

  /// The same for a row in its place.
  mutating func publish(_ drafts: [EventDraft], by row: Int64, now: Moment) -> [Event] {
    if drafts.isEmpty { return [] }
    return drafts.map { draft in
      let event = number(draft, of: row, now: now)
      if draft.kind == .stateChanged {
        entries.change(row) { $0.record.credential.stateEvent = event.sequence }
      }
      return event
    }
  }

  private mutating func number(_ draft: EventDraft, of row: Int64, now: Moment) -> Event {
    sequence += 1
    let event = Event(generation: generation, sequence: sequence, body: draft)
    events.append(event)
    if draft.kind == .stateChanged { hasten(undoneBy: event, of: row, now) }
    for hook in draft.hooks { addDelivery(of: event, to: hook, credential: row, now) }
    return event
  }

  /// Lets deliveries that wait for a retry be closed at once when `undoing` undoes theirs.
  private mutating func hasten(undoneBy undoing: Event, of row: Int64, _ now: Moment) {
    for record in deliveries.values where record.credential == row && !record.isDue(now) {
      guard let earlier = event(record.id.sequence), undoing.ends(earlier) else { continue }
      deliveries[record.id]?.noteUndone(at: now)
    }
  }

  private mutating func addDelivery(
    of event: Event, to hook: HookName, credential: Int64, _ now: Moment
  ) {
    let id = Delivery.ID(sequence: event.sequence, hook: hook)
    let status: Delivery.Status = hooks[hook] == false ? .orphaned : .pending
    deliveries[id] = DeliveryRecord(id: id, credential: credential, status: status, due: now)
  }

  /// Keeps an entry and counts what its grants amount to.
  mutating func keep(_ entry: Entry) {
    let id = entry.record.credential.id
    books[id.provider, default: ClientBook()].count(
      entry.counted, before: entries.counted(entry.number))
    entries[id] = entry
  }

  func event(_ sequence: Int64) -> Event? {
    // Numbers begin at 1 and leave none out.
    events.indices.contains(Int(sequence) - 1) ? events[Int(sequence) - 1] : nil
  }
}
