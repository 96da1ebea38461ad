internal import CredentialCore

/// The rows of a store in memory, by number and by user, with what finds the few that matter now: when
/// each look is due, and which grants wait for a witness. Both follow every change of a row.
struct EntryTable: Sendable {
  /// One client of one provider.
  private struct ClientKey: Hashable {
    let provider: ProviderName
    let client: ClientID
  }

  /// What of a row the heap and the lines depend on.
  private struct Traits {
    let nextLook: Moment?
    let isRequested: Bool
    let isInFlight: Bool
    let places: [(client: ClientID, place: WaitingLine.Place)]

    init(_ entry: MemoryState.Entry) {
      nextLook = entry.record.nextLook
      isRequested = entry.record.isRequested
      isInFlight = entry.record.inFlight != nil
      places = WaitingLine.places(in: entry)
    }
  }

  /// In the order of their numbers, from 1; those that were forgotten too.
  private var rows: [MemoryState.Entry] = []
  private var numbers: [CredentialID: Int64] = [:]
  /// Regular looks, and those that somebody has asked for, so that no backlog holds these up.
  private var regular = ProviderTable<DueHeap>()
  private var asked = ProviderTable<DueHeap>()
  private var planned = ProviderTable<Int>()
  private var waiting: [ClientKey: WaitingLine] = [:]

  /// The number that the next new row gets; none is used twice.
  var nextNumber: Int64 { Int64(rows.count) + 1 }

  /// Every row, in the order in which they came.
  var values: some Sequence<MemoryState.Entry> { rows.lazy.filter { !$0.isForgotten } }

  /// The number of a user's row.
  func number(of id: CredentialID) -> Int64? { numbers[id] }

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

  /// Reads a row in its place.
  func read<Result>(_ number: Int64, _ body: (MemoryState.Entry) -> Result) -> Result {
    body(rows[Int(number) - 1])
  }

  /// Changes a row in its place.
  @discardableResult
  mutating func change<Result>(
    _ number: Int64, _ body: (inout MemoryState.Entry) -> Result
  ) -> Result {
    let index = Int(number) - 1
    let before = Traits(rows[index])
    let result = body(&rows[index])
    follow(index, before)
    return result
  }

  private mutating func keep(_ entry: MemoryState.Entry) {
    guard entry.number == nextNumber else { return change(entry.number) { $0 = entry } }
    numbers[entry.record.credential.id] = entry.number
    rows.append(entry)
    count(rows.count - 1, entry.record.nextLook, before: nil)
    putBack(entry.number)
  }

  /// Takes the row whose look is due first, if by `now`; whoever takes it compares it with the row:
  /// times are kept to a second.
  mutating func popRegular(of provider: ProviderName, by now: Moment) -> Int64? {
    Self.pop(from: &regular[provider, default: DueHeap()], rows, now)
  }

  /// The same of looks that somebody has asked for.
  mutating func popAsked(of provider: ProviderName, by now: Moment) -> Int64? {
    Self.pop(from: &asked[provider, default: DueHeap()], rows, now)
  }

  /// When the earliest regular look of `provider` is due.
  mutating func nextRegular(of provider: ProviderName) -> Moment? {
    Self.next(in: &regular[provider, default: DueHeap()], rows)
  }

  /// When the earliest look of `provider` that somebody has asked for is due.
  mutating func nextAsked(of provider: ProviderName) -> Moment? {
    Self.next(in: &asked[provider, default: DueHeap()], rows)
  }

  /// How many rows of `provider` have a look planned, those in flight included.
  func planned(of provider: ProviderName) -> Int { planned[provider] ?? 0 }

  /// Puts a row's look back that was taken and not made.
  mutating func putBack(_ number: Int64) {
    let record = rows[Int(number) - 1].record
    guard record.inFlight == nil, let look = record.nextLook else { return }
    let key = DueHeap.key(
      seconds: Self.seconds(of: look), row: UInt32(truncatingIfNeeded: number))
    let provider = record.credential.id.provider
    if record.isRequested {
      asked[provider, default: DueHeap()].push(key)
    } else {
      regular[provider, default: DueHeap()].push(key)
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

  private static func pop(
    from heap: inout DueHeap, _ rows: [MemoryState.Entry], _ now: Moment
  ) -> Int64? {
    first(in: &heap, rows, until: UInt64(seconds(of: now)), isTaken: true)
  }

  private static func next(in heap: inout DueHeap, _ rows: [MemoryState.Entry]) -> Moment? {
    first(in: &heap, rows, until: .max, isTaken: false)
      .flatMap { rows[Int($0) - 1].record.nextLook }
  }

  /// The earliest entry of a heap that still stands for its row; those before it are dropped.
  private static func first(
    in heap: inout DueHeap, _ rows: [MemoryState.Entry], until latest: UInt64, isTaken: Bool
  ) -> Int64? {
    while let key = heap.first, key >> 32 <= latest {
      let number = Int64(UInt32(truncatingIfNeeded: key))
      let isCurrent = rows[Int(number) - 1].isDue(inSecond: key >> 32)
      if isTaken || !isCurrent { _ = heap.pop() }
      if isCurrent { return number }
    }
    return nil
  }

  private mutating func follow(_ index: Int, _ before: Traits) {
    let after = Traits(rows[index])
    let number = Int64(index) + 1
    count(index, after.nextLook, before: before.nextLook)
    if after.nextLook != before.nextLook || before.isInFlight
      || after.isRequested != before.isRequested
    {
      putBack(number)
    }
    for (client, place) in after.places
    where !before.places.contains(where: { $0.place == place }) {
      wait(rows[index].record.credential.id.provider, client, place)
    }
  }

  private mutating func count(_ index: Int, _ nextLook: Moment?, before: Moment?) {
    guard (nextLook == nil) != (before == nil) else { return }
    planned[rows[index].record.credential.id.provider, default: 0] += nextLook == nil ? -1 : 1
  }

  static func seconds(of moment: Moment) -> UInt32 {
    UInt32(clamping: moment.milliseconds / 1000)
  }
}

extension MemoryState.Entry {
  /// Whether its look is planned for a second since 1970.
  fileprivate func isDue(inSecond second: UInt64) -> Bool {
    guard record.inFlight == nil, let look = record.nextLook else { return false }
    return UInt64(EntryTable.seconds(of: look)) == second
  }
}
