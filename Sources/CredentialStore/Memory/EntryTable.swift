internal import CredentialCore

/// The rows of a store in memory, by number and by user, with what finds the few that matter now: when
/// each look is due, and which grants wait for a witness. Both follow every change of a row.
struct EntryTable: Sendable {
  /// One client of one provider.
  private struct ClientKey: Hashable {
    let provider: ProviderName
    let client: ClientID
  }

  private var rows: [MemoryState.Entry?] = []
  private var numbers: [CredentialID: Int64] = [:]
  private var due: [ProviderName: DueHeap] = [:]
  private var waiting: [ClientKey: WaitingLine] = [:]

  /// The number that the next new row gets; none is used twice.
  var nextNumber: Int64 { Int64(rows.count) + 1 }

  /// Every row, in the order in which they came.
  var values: some Sequence<MemoryState.Entry> { rows.lazy.compactMap { $0 } }

  /// The row of a user.
  subscript(id: CredentialID) -> MemoryState.Entry? {
    get { numbers[id].flatMap { self[number: $0] } }
    set {
      guard let number = newValue?.number ?? numbers[id] else { return }
      if newValue == nil { numbers[id] = nil }
      self[number: number] = newValue
    }
  }

  /// The row with a number.
  subscript(number number: Int64) -> MemoryState.Entry? {
    get { rows.indices.contains(Int(number) - 1) ? rows[Int(number) - 1] : nil }
    set {
      if number == nextNumber, let newValue {
        numbers[newValue.record.credential.id] = number
        rows.append(nil)
      }
      let index = Int(number) - 1
      let before = rows[index]
      rows[index] = newValue
      if let newValue { follow(newValue, before: before) }
    }
  }

  /// Takes the earliest look of `provider` that may be due by `now`; whoever takes it compares it with
  /// the row. Times are kept to a second.
  mutating func popDue(of provider: ProviderName, by now: Moment) -> MemoryState.Entry? {
    while let key = due[provider]?.first, key >> 32 <= UInt64(Self.seconds(of: now)) {
      _ = due[provider]?.pop()
      if let entry = current(key) { return entry }
    }
    return nil
  }

  /// When the earliest look of `provider` is due.
  mutating func nextDue(of provider: ProviderName) -> Moment? {
    while let key = due[provider]?.first {
      if let entry = current(key) { return entry.record.nextLook }
      _ = due[provider]?.pop()
    }
    return nil
  }

  /// Puts a row's look back that was taken and not made.
  mutating func putBack(_ entry: MemoryState.Entry) {
    guard entry.record.inFlight == nil, let look = entry.record.nextLook else { return }
    let key = DueHeap.key(
      seconds: Self.seconds(of: look), row: UInt32(truncatingIfNeeded: entry.number))
    due[entry.record.credential.id.provider, default: DueHeap()].push(key)
  }

  /// Takes the grant of `client` that has waited longest for a witness, if its answer is older than
  /// `moment`; whoever takes it compares it with the row.
  mutating func popWaiting(
    _ provider: ProviderName, _ client: ClientID, answeredBefore moment: Moment
  ) -> WaitingLine.Place? {
    waiting[ClientKey(provider: provider, client: client)]?.pop(answeredBefore: moment)
  }

  /// Puts a grant back into the line.
  mutating func wait(_ provider: ProviderName, _ client: ClientID, _ place: WaitingLine.Place) {
    waiting[ClientKey(provider: provider, client: client), default: WaitingLine()].add(place)
  }

  private func current(_ key: UInt64) -> MemoryState.Entry? {
    guard let entry = self[number: Int64(UInt32(truncatingIfNeeded: key))],
      entry.record.inFlight == nil, let look = entry.record.nextLook,
      UInt64(Self.seconds(of: look)) == key >> 32
    else { return nil }
    return entry
  }

  private mutating func follow(_ entry: MemoryState.Entry, before: MemoryState.Entry?) {
    let (new, old) = (entry.record, before?.record)
    if old.map({ $0.nextLook != new.nextLook || $0.inFlight != nil }) ?? true { putBack(entry) }
    let places = WaitingLine.places(in: entry)
    guard !places.isEmpty else { return }
    let known = before.map { WaitingLine.places(in: $0) } ?? []
    for (client, place) in places where !known.contains(where: { $0.place == place }) {
      wait(new.credential.id.provider, client, place)
    }
  }

  private static func seconds(of moment: Moment) -> UInt32 {
    UInt32(clamping: moment.milliseconds / 1000)
  }
}
