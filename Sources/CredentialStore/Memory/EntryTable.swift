internal import CredentialCore

/// The rows of a store in memory, by number and by user, with what finds the few that matter now: when
/// each look is due, and which grants wait for a witness. Both follow every change of a row.
struct EntryTable: Sendable {
  /// One client of one provider.
  private struct ClientKey: Hashable {
    let provider: ProviderName
    let client: ClientID
  }

  /// In the order of their numbers, from 1; those that were forgotten too.
  private var rows: [MemoryState.Entry] = []
  private var numbers: [CredentialID: Int64] = [:]
  /// The row of each grant ever given, by its epoch: quicker than the name of its user.
  private var holders: [Int64] = []
  /// Which of the queues is that of a provider.
  private var places = ProviderTable<Int>()
  private var queues: [LookQueue] = []
  private var waiting: [ClientKey: WaitingLine] = [:]

  /// The number that the next new row gets; none is used twice.
  var nextNumber: Int64 { Int64(rows.count) + 1 }

  /// Every row, in the order in which they came.
  var values: some Sequence<MemoryState.Entry> { rows.lazy.filter { !$0.isForgotten } }

  /// The number of a user's row.
  func number(of id: CredentialID) -> Int64? { numbers[id] }

  /// The row of the grant that was asked about; none when that never was, or its user is forgotten.
  func number(of look: Look) -> Int64? {
    let place = Int(look.epoch.number) - 1
    guard holders.indices.contains(place) else { return nil }
    let number = holders[place]
    return rows[Int(number) - 1].isForgotten ? nil : number
  }

  /// Notes to which row the newest grant belongs.
  mutating func note(_ epoch: Epoch, of number: Int64) {
    precondition(Int(epoch.number) == holders.count + 1, "epochs leave no number out")
    holders.append(number)
  }

  /// What of a row's user is counted; nobody for a number that is not given yet.
  func counted(_ number: Int64) -> CountedUser {
    let index = Int(number) - 1
    guard rows.indices.contains(index) else { return .nobody }
    return CountedUser(
      rows[index].record.credential.grants, isStale: rows[index].record.credential.staleSince != nil
    )
  }

  /// The row of a user.
  subscript(id: CredentialID) -> MemoryState.Entry? {
    get { numbers[id].flatMap { self[number: $0] } }
    set {
      if let newValue { return keep(newValue) }
      guard let number = numbers.removeValue(forKey: id) else { return }
      change(number) { $0.forget() }
    }
  }

  /// The row with a number.
  subscript(number number: Int64) -> MemoryState.Entry? {
    let index = Int(number) - 1
    return rows.indices.contains(index) && !rows[index].isForgotten ? rows[index] : nil
  }

  /// The first row from `number` on whose user may have to be told of as stale.
  func firstStale(
    from number: Int64, of provider: ProviderName, confirmedBy limit: Moment
  ) -> Int64? {
    var index = Int(max(1, number)) - 1
    // Field by field: a function of the row would copy it.
    while index < rows.count {
      if !rows[index].isForgotten, rows[index].record.credential.staleSince == nil,
        rows[index].record.credential.lastConfirmed ?? rows[index].record.credential.since <= limit,
        rows[index].record.credential.id.provider == provider
      {
        return Int64(index) + 1
      }
      index += 1
    }
    return nil
  }

  /// When the look of a row is planned.
  func nextLook(_ number: Int64) -> Moment? { rows[Int(number) - 1].record.nextLook }

  /// Whether the look of a row is due by `now`.
  func isDue(_ number: Int64, _ now: Moment) -> Bool {
    guard rows[Int(number) - 1].record.inFlight == nil,
      let look = rows[Int(number) - 1].record.nextLook
    else { return false }
    return look <= now
  }

  /// Whether a look is the one in flight of a row.
  func isInFlight(_ number: Int64, _ look: Look) -> Bool {
    rows[Int(number) - 1].record.inFlight?.isOf(look) ?? false
  }

  /// Changes a row in its place.
  @discardableResult
  mutating func change<Result>(
    _ number: Int64, _ body: (inout MemoryState.Entry) -> Result
  ) -> Result {
    let index = Int(number) - 1
    let before = traits(index)
    let result = body(&rows[index])
    follow(index, before)
    return result
  }

  private mutating func keep(_ entry: MemoryState.Entry) {
    guard entry.number == nextNumber else { return change(entry.number) { $0 = entry } }
    var entry = entry
    entry.queue = queue(of: entry.record.credential.id.provider)
    numbers[entry.record.credential.id] = entry.number
    rows.append(entry)
    if entry.record.nextLook != nil { queues[entry.queue].planned += 1 }
    putBack(entry.number)
  }

  /// Which queue is that of a provider.
  mutating func queue(of provider: ProviderName) -> Int {
    if let place = places[provider] { return place }
    places[provider] = queues.count
    queues.append(LookQueue())
    return queues.count - 1
  }

  /// Takes the row of a queue whose regular look is due first, if by `now`; whoever takes it compares
  /// it with the row: times are kept to a second.
  mutating func popRegular(_ queue: Int, by now: Moment) -> Int64? {
    Self.first(in: &queues[queue].regular, rows, until: Self.seconds(of: now), isTaken: true)
  }

  /// The same of looks that somebody has asked for.
  mutating func popAsked(_ queue: Int, by now: Moment) -> Int64? {
    Self.first(in: &queues[queue].asked, rows, until: Self.seconds(of: now), isTaken: true)
  }

  /// When the earliest regular look of a queue is due.
  mutating func nextRegular(_ queue: Int) -> Moment? {
    Self.first(in: &queues[queue].regular, rows, until: .max, isTaken: false)
      .flatMap { rows[Int($0) - 1].record.nextLook }
  }

  /// When the earliest look of a queue that somebody has asked for is due.
  mutating func nextAsked(_ queue: Int) -> Moment? {
    Self.first(in: &queues[queue].asked, rows, until: .max, isTaken: false)
      .flatMap { rows[Int($0) - 1].record.nextLook }
  }

  /// How many rows of a queue have a look planned, those in flight included.
  func planned(_ queue: Int) -> Int { queues[queue].planned }

  /// Puts a row's look back that was taken and not made.
  mutating func putBack(_ number: Int64) {
    let index = Int(number) - 1
    guard rows[index].record.inFlight == nil, let look = rows[index].record.nextLook else { return }
    let key = DueHeap.key(
      seconds: Self.seconds(of: look), row: UInt32(truncatingIfNeeded: number))
    if rows[index].record.isRequested {
      queues[rows[index].queue].asked.push(key)
    } else {
      queues[rows[index].queue].regular.push(key)
    }
  }

  /// Takes the grant of `client` that has waited longest for a witness, if its answer is older than
  /// `moment`; whoever takes it compares it with the row.
  mutating func popWaiting(
    _ provider: ProviderName, _ client: ClientID, answeredBefore moment: Moment
  ) -> WaitingLine.Place? {
    waiting[ClientKey(provider: provider, client: client)]?.pop(answeredBefore: moment)
  }

  /// Puts a grant into the line.
  mutating func wait(_ provider: ProviderName, _ client: ClientID, _ place: WaitingLine.Place) {
    waiting[ClientKey(provider: provider, client: client), default: WaitingLine()].add(place)
  }

  /// The earliest entry of a heap that still stands for its row; those before it are dropped.
  private static func first(
    in heap: inout DueHeap, _ rows: [MemoryState.Entry], until latest: UInt32, isTaken: Bool
  ) -> Int64? {
    while let key = heap.first, key >> 32 <= UInt64(latest) {
      let number = Int64(UInt32(truncatingIfNeeded: key))
      let isCurrent = rows[Int(number) - 1].isDue(inSecond: key >> 32)
      if isTaken || !isCurrent { _ = heap.pop() }
      if isCurrent { return number }
    }
    return nil
  }

  /// What of a row is followed. Field by field: a function of the row would copy it.
  private func traits(_ index: Int) -> MemoryState.Entry.Traits {
    let grants = rows[index].record.credential.grants
    var isAnySuspected = false
    for grant in grants.indices where grants[grant].suspicion != nil { isAnySuspected = true }
    return MemoryState.Entry.Traits(
      nextLook: rows[index].record.nextLook, isRequested: rows[index].record.isRequested,
      isInFlight: rows[index].record.inFlight != nil,
      places: isAnySuspected ? WaitingLine.places(in: rows[index]) : [])
  }

  private mutating func follow(_ index: Int, _ before: MemoryState.Entry.Traits) {
    let after = traits(index)
    if (after.nextLook == nil) != (before.nextLook == nil) {
      queues[rows[index].queue].planned += after.nextLook == nil ? -1 : 1
    }
    if after.nextLook != before.nextLook || before.isInFlight
      || after.isRequested != before.isRequested
    {
      putBack(Int64(index) + 1)
    }
    for (client, place) in after.places
    where !before.places.contains(where: { $0.place == place }) {
      wait(rows[index].record.credential.id.provider, client, place)
    }
  }

  static func seconds(of moment: Moment) -> UInt32 {
    UInt32(clamping: moment.milliseconds / 1000)
  }
}

/// The looks of one provider that are planned: regular ones, and those that somebody has asked for, so
/// that no backlog holds these up.
private struct LookQueue: Sendable {
  var regular = DueHeap()
  var asked = DueHeap()
  /// How many rows have a look planned, those in flight included.
  var planned = 0
}

extension MemoryState.Entry {
  /// What the queues and the lines depend on.
  struct Traits {
    let nextLook: Moment?
    let isRequested: Bool
    let isInFlight: Bool
    let places: [(client: ClientID, place: WaitingLine.Place)]
  }

  /// Whether its look is planned for a second since 1970.
  fileprivate func isDue(inSecond second: UInt64) -> Bool {
    guard record.inFlight == nil, let look = record.nextLook else { return false }
    return UInt64(EntryTable.seconds(of: look)) == second
  }
}
