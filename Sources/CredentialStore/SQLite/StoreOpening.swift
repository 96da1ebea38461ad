internal import CredentialCore
internal import Linux
internal import SQLite

/// Opens a store on the writer's thread and keeps its files open for as long as that runs.
struct StoreOpening: Sendable {
  let options: SQLiteStoreOptions

  private var path: String { "\(options.directory)/\(SQLiteStore.fileName)" }

  /// The body of the writer's thread: `opened` is called once, then the loop runs to the close.
  func run(
    writes: WorkQueue<WriterJob>, reads: WorkQueue<ReaderJob>,
    opened: (Result<SQLiteStore, any Error>) -> Void
  ) {
    let end = StoreEnd()
    do {
      let lock = try takeLock()
      try serve(writes: writes, reads: reads, end: end, opened)
      RestoreWatch(directory: options.directory).end()
      withExtendedLifetime(lock) {}
    } catch {
      opened(.failure(error))
    }
    end.reach()
  }

  /// Opens the files, works until the close, and closes them.
  private func serve(
    writes: WorkQueue<WriterJob>, reads: WorkQueue<ReaderJob>, end: StoreEnd,
    _ opened: (Result<SQLiteStore, any Error>) -> Void
  ) throws {
    let context = try openContext()
    let reader = try startReader(reads)
    let publisher = SequencePublisher(latest: context.sequence)
    opened(
      .success(
        SQLiteStore(
          generation: context.generation, writes: writes, reads: reads, status: reader.status,
          publisher: publisher, cursors: context.cursors, seal: context.seal,
          end: end)))
    StoreWriter(
      queue: writes, status: reader.status, publisher: publisher, context: context,
      lockedTriesAtMost: options.lockTries
    ).run()
    reader.thread.join()
    reader.status.ended()
  }

  private func takeLock() throws -> FileLock {
    let name = "\(options.directory)/\(SQLiteStore.lockName)"
    do {
      return try FileLock(path: name)
    } catch .held(_, let pid) {
      let holder = pid.map { "process \($0)" } ?? "another process"
      throw StoreError(
        .inUse, "the store in \(options.directory) is in use by \(holder); stop that one first")
    } catch {
      throw StoreError(.inputOutput, "the store's lock cannot be taken: \(error)")
    }
  }

  private func openContext() throws -> WriterContext {
    let file = StoreFile(path: path)
    let seal = try Seal(key: options.key)
    // Before it is opened: that may write what a killed process has left in the log.
    let changed = StoreMark.facts(of: path)?.changed
    if try file.inspect() == nil { try file.create(seal: seal) }
    do {
      let connection = try Connection(
        path: path,
        options: ConnectionOptions(
          mode: .readWrite, busyTimeout: options.lockWait, cacheKiB: 16_384))
      let meta = try prepare(connection)
      try meta.check(seal, path: path)
      let unknown = RestoreWatch(directory: options.directory)
        .begin(meta, connection, changed: changed)
      return WriterContext(
        connection: connection, seal: seal, meta: meta, reading: try ScheduleReading(path: path),
        books: try ClientTable(connection: connection).read(),
        restraints: try RestraintTable(connection: connection).read(), cursors: CursorBoard(),
        unknownUpTo: unknown.map { Epoch($0) })
    } catch let error as SQLiteError { throw file.refusal(error) }
  }

  private func prepare(_ connection: Connection) throws -> MetaRow {
    try connection.useWriteAheadLog()
    try connection.set(.synchronous, to: 2)
    try connection.set(.secureDelete, to: 1)
    try connection.set(.journalSizeLimit, to: 64 << 20)
    if let pages = options.maxPageCount { try connection.set(.maxPageCount, to: pages) }
    try Schema.migrate(connection, from: try connection.get(.userVersion))
    return try MetaRow.read(connection)
  }

  private func startReader(_ queue: WorkQueue<ReaderJob>) throws -> (
    thread: NamedThread, status: StoreStatus
  ) {
    let status = StoreStatus()
    let path = path
    let thread = NamedThread(name: "store-reader") {
      do throws(SQLiteError) {
        let connection = try Connection(
          path: path, options: ConnectionOptions(mode: .readOnly, busyTimeout: .seconds(5)))
        ReaderJob.run(queue, connection, status)
      } catch {
        ReaderJob.refuse(queue, StoreError(error), status)
      }
    }
    return (thread, status)
  }
}
