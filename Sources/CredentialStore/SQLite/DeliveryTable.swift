internal import CredentialCore
internal import SQLite

/// Reads and writes deliveries and the hooks they are for.
struct DeliveryTable {
  let connection: Connection

  func read(_ id: Delivery.ID) throws -> DeliveryRecord? {
    try connection.first(
      "SELECT * FROM deliveries WHERE sequence = ? AND hook = ?", .integer(id.sequence),
      .text(id.hook.text), read: Self.record)
  }

  /// A row of the table; its columns are in the order of the schema, here and in `write`.
  static func record(_ row: Row) throws -> DeliveryRecord {
    let id = Delivery.ID(sequence: try row.integer(0), hook: HookName(try row.text(1)))
    var record = DeliveryRecord(
      id: id, credential: try row.integer(2), status: try row.word(4, Delivery.Status.self),
      due: try row.moment(7))
    record.attempts = Int(try row.integer(5))
    record.firstAttempt = try row.optionalMoment(6)
    record.previous = try row.optionalWord(8, AttemptOutcome.Kind.self)
    record.detail = try row.text(9)
    return record
  }

  func write(_ record: DeliveryRecord) throws {
    try connection.run(
      "INSERT OR REPLACE INTO deliveries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      .integer(record.id.sequence), .text(record.id.hook.text), .integer(record.credential),
      .flag(record.isOpen), .text(record.status.rawValue), .integer(Int64(record.attempts)),
      BoundValue(record.firstAttempt), .moment(record.due), BoundValue(word: record.previous),
      .text(record.detail))
  }

  /// Whether the hook is configured; one never told of counts as such.
  func hookExists(_ hook: HookName) throws -> Bool {
    try connection.first("SELECT present FROM hooks WHERE name = ?", .text(hook.text)) {
      try $0.integer(0) != 0
    } ?? true
  }

  /// Replaces the set of hooks that exist.
  func setHooks(_ names: [HookName]) throws {
    try connection.run(
      "INSERT OR IGNORE INTO hooks SELECT DISTINCT hook, 0 FROM deliveries WHERE open = 1")
    try connection.run("UPDATE hooks SET present = 0")
    for name in names {
      try connection.run("INSERT OR REPLACE INTO hooks VALUES (?, 1)", .text(name.text))
    }
    for var record in try affectedByHooks() {
      record.hook(exists: try hookExists(record.id.hook))
      try write(record)
    }
  }

  /// Waiting deliveries of hooks that are gone and orphaned ones of hooks that are there.
  private func affectedByHooks() throws -> [DeliveryRecord] {
    try connection.rows(
      """
      SELECT d.* FROM deliveries d JOIN hooks h ON h.name = d.hook
      WHERE d.open = 1 AND d.status = 'pending' AND h.present = 0
      UNION ALL
      SELECT d.* FROM deliveries d JOIN hooks h ON h.name = d.hook
      WHERE d.status = 'orphaned' AND h.present = 1
      """, read: Self.record)
  }

  func countOrphaned() throws -> Int {
    try connection.first("SELECT count(*) FROM deliveries WHERE status = 'orphaned'") {
      Int(try $0.integer(0))
    } ?? 0
  }

  /// How many deliveries there are of each status.
  func count() throws -> [Delivery.Status: Int] {
    let rows = try connection.rows("SELECT status, count(*) FROM deliveries GROUP BY status") {
      (try $0.word(0, Delivery.Status.self), Int(try $0.integer(1)))
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}
