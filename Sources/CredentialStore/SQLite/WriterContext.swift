internal import CredentialCore
internal import SQLite

/// What a job works with inside the writer's transaction; belongs to the writer's thread.
final class WriterContext {
  /// A place to come back to when one job of a transaction fails.
  struct Mark {
    fileprivate let sequence: Int64
    fileprivate let epoch: Int64
    fileprivate let schedule: LookSchedule.Mark
    fileprivate let lastClaim: [Int64: Moment]
    fileprivate let planned: [Int64: Int]
    fileprivate let books: [ProviderName: ClientBook]
    fileprivate let restraints: Restraints
  }

  let connection: Connection
  let seal: Seal
  let generation: String
  let cursors: CursorBoard
  var schedule: LookSchedule
  /// Providers whose stored times were compared with the clock, and the last time seen of each.
  var lastClaim: [Int64: Moment] = [:]
  /// How many credentials of each provider have a look planned.
  var planned: [Int64: Int]
  /// The standings of every provider's clients, as the transaction leaves them.
  var books: [ProviderName: ClientBook]
  /// What keeps verdicts back, as the transaction leaves it.
  var restraints: Restraints
  /// Tokens of rotating providers up to this one are not presented: the store is an older copy, and they
  /// may have been used since.
  let unknownUpTo: Epoch?
  /// Rows with a claim of the process before.
  let claimedBefore: [Int64]
  private(set) var sequence: Int64
  private var epoch: Int64 = 0
  private var stored: (sequence: Int64, epoch: Int64) = (0, 0)
  private var lastClaimBefore: [Int64: Moment] = [:]
  private var plannedBefore: [Int64: Int] = [:]
  private var booksBefore: [ProviderName: ClientBook] = [:]
  private var restraintsBefore = Restraints()
  private var places: [Cursor: Int64] = [:]

  init(
    connection: Connection, seal: Seal, meta: MetaRow, reading: ScheduleReading,
    books: [ProviderName: ClientBook], restraints: Restraints, cursors: CursorBoard,
    unknownUpTo: Epoch? = nil
  ) {
    self.connection = connection
    self.seal = seal
    self.cursors = cursors
    self.unknownUpTo = unknownUpTo
    self.books = books
    self.restraints = restraints
    schedule = reading.schedule
    planned = reading.schedule.counts  // one for each row: nothing was overtaken yet
    claimedBefore = reading.claimed
    generation = meta.generation
    sequence = meta.sequence
  }

  /// Reads the counters; the first step of a transaction.
  func begin() throws {
    let meta = try MetaRow.read(connection)
    stored = (meta.sequence, meta.epoch)
    (sequence, epoch) = stored
    lastClaimBefore = lastClaim
    plannedBefore = planned
    booksBefore = books
    restraintsBefore = restraints
  }

  /// Writes the counters, the standings of clients and the places of readers; the last step of a
  /// transaction.
  func end() throws {
    places = cursors.waiting
    for (cursor, sequence) in places {
      try CursorTable(connection: connection).write(cursor, sequence)
    }
    try writeBooks()
    if restraints != restraintsBefore {
      try RestraintTable(connection: connection).write(restraints, before: restraintsBefore)
    }
    guard (sequence, epoch) != stored else { return }
    try connection.run(
      "UPDATE meta SET sequence = ?, epoch = ?", .integer(sequence), .integer(epoch))
  }

  private func writeBooks() throws {
    for (name, book) in books where book != booksBefore[name] {
      guard let provider = try credentials.provider(name) else { continue }
      try ClientTable(connection: connection).write(
        book, before: booksBefore[name] ?? ClientBook(), of: provider)
    }
  }

  /// Writes something that changes nothing, to learn whether the store takes writes again.
  func probe() throws { try connection.run("UPDATE meta SET sequence = sequence") }

  func nextEpoch() -> Epoch {
    epoch += 1
    return Epoch(epoch)
  }

  func nextSequence() -> Int64 {
    sequence += 1
    return sequence
  }

  var mark: Mark {
    Mark(
      sequence: sequence, epoch: epoch, schedule: schedule.mark, lastClaim: lastClaim,
      planned: planned, books: books, restraints: restraints)
  }

  func rollBack(to mark: Mark) {
    sequence = mark.sequence
    epoch = mark.epoch
    lastClaim = mark.lastClaim
    planned = mark.planned
    books = mark.books
    restraints = mark.restraints
    schedule.rollBack(to: mark.schedule)
  }

  /// The whole transaction failed.
  func rollBack() {
    sequence = stored.sequence
    lastClaim = lastClaimBefore
    planned = plannedBefore
    books = booksBefore
    restraints = restraintsBefore
    schedule.rollBack()
  }

  /// The transaction is durable.
  func commit() {
    schedule.commit()
    cursors.stored(places)
  }
}
