internal import CredentialCore

/// Everything a store in memory holds.
struct MemoryState: Sendable {
  /// One user: the record and the tokens, under a number that is never reused.
  struct Entry: Sendable {
    let number: Int64
    var record: CredentialRecord
    var tokens: [Epoch: Secret]

    /// Forgets the tokens of grants that are gone.
    mutating func keepTokensOfGrants() {
      let kept = Set(record.credential.grants.map(\.epoch))
      tokens = tokens.filter { kept.contains($0.key) }
    }
  }

  let generation: String
  var isClosed = false
  var sequence: Int64 = 0
  var epoch: Int64 = 0
  var lastNumber: Int64 = 0
  var entries: [CredentialID: Entry] = [:]
  var books: [ProviderName: ClientBook] = [:]
  /// When the next search for stale users begins.
  var sweepFrom: [ProviderName: Moment] = [:]
  var events: [Event] = []
  var deliveries: [Delivery.ID: DeliveryRecord] = [:]
  var positions: [Cursor: Int64] = [:]
  /// Every hook ever told of, and whether it exists now.
  var hooks: [HookName: Bool] = [:]

  init(generation: String) { self.generation = generation }

  mutating func nextEpoch() -> Epoch {
    epoch += 1
    return Epoch(epoch)
  }

  /// Numbers the drafts, keeps them, and makes their deliveries.
  mutating func publish(_ drafts: [EventDraft], by entry: inout Entry, now: Moment) -> [Event] {
    drafts.map { draft in
      sequence += 1
      let event = Event(generation: generation, sequence: sequence, body: draft)
      events.append(event)
      if draft.kind == .stateChanged { entry.record.credential.stateEvent = sequence }
      for hook in draft.hooks { addDelivery(of: event, to: hook, credential: entry.number, now) }
      return event
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
      entry.record.credential, before: entries[id]?.record.credential)
    entries[id] = entry
  }

  func event(_ sequence: Int64) -> Event? { events.first { $0.sequence == sequence } }

  func entry(number: Int64) -> Entry? { entries.values.first { $0.number == number } }
}
