internal import CredentialCore
internal import SQLite

extension DeliveryTable {
  /// Heads of the hook's queues that are due: the earliest open delivery of each credential.
  func due(_ hook: HookName, limit: Int, now: Moment) throws -> [DeliveryRecord] {
    try connection.rows(
      """
      SELECT d.* FROM deliveries d
      WHERE d.open = 1 AND d.hook = ?1 AND d.status = 'pending' AND (d.due <= ?2 OR d.due > ?3)
        AND NOT EXISTS (
          SELECT 1 FROM deliveries e WHERE e.open = 1 AND e.hook = ?1
            AND e.credential = d.credential AND e.sequence < d.sequence)
      ORDER BY d.sequence LIMIT ?4
      """, .text(hook.text), .moment(now), .moment(now + DeliveryRecord.horizon),
      .integer(Int64(limit)), read: Self.record)
  }

  /// When the next head that is not due yet will be.
  func nextDue(_ hook: HookName, now: Moment) throws -> Moment? {
    let earliest = try connection.first(
      """
      SELECT min(d.due) FROM deliveries d
      WHERE d.open = 1 AND d.hook = ?1 AND d.status = 'pending' AND d.due > ?2 AND d.due <= ?3
        AND NOT EXISTS (
          SELECT 1 FROM deliveries e WHERE e.open = 1 AND e.hook = ?1
            AND e.credential = d.credential AND e.sequence < d.sequence)
      """, .text(hook.text), .moment(now), .moment(now + DeliveryRecord.horizon)
    ) { try $0.optionalMoment(0) }
    return earliest.flatMap { $0 }
  }

  /// Whether no earlier delivery of the same credential to the same hook is open.
  func isHead(_ record: DeliveryRecord) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM deliveries
      WHERE open = 1 AND hook = ? AND credential = ? AND sequence < ?
      """, .text(record.id.hook.text), .integer(record.credential), .integer(record.id.sequence)
    ) { _ in true } == nil
  }

  /// Deliveries with a started attempt.
  func started() throws -> [DeliveryRecord] {
    try connection.rows(
      """
      SELECT * FROM deliveries WHERE open = 1 AND status = 'started' ORDER BY sequence, hook
      """, read: Self.record)
  }

  /// Open deliveries of one credential.
  func open(credential: Int64) throws -> [DeliveryRecord] {
    try connection.rows(
      """
      SELECT * FROM deliveries WHERE open = 1 AND credential = ?
      """, .integer(credential), read: Self.record)
  }
}
