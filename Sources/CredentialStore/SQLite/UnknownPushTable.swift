internal import CredentialCore
internal import SQLite

/// Reads and writes conclusive pushes about users who are not known.
struct UnknownPushTable {
  let connection: Connection

  /// One that was kept.
  struct Kept {
    /// The keyed hash of its id.
    let mark: [UInt8]
    let push: Push
  }

  /// Keeps one; the same again changes nothing.
  func keep(
    _ push: Push, _ verdict: PushVerdict, mark: [UInt8], user: [UInt8], now: Moment
  ) throws {
    try connection.run(
      """
      INSERT OR IGNORE INTO pushes_unknown(push, user, verdict, at, received, evidence, kept)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, .blob(mark), .blob(user), .text(verdict.rawValue), .moment(push.at),
      .moment(push.received), .text(push.evidence.summary), .moment(now))
  }

  /// Gives what was kept about a user, in the order in which it came, and forgets it.
  func take(_ user: [UInt8], about id: CredentialID) throws -> [Kept] {
    let kept = try connection.rows(
      """
      SELECT push, verdict, at, received, evidence FROM pushes_unknown WHERE user = ?
      ORDER BY number
      """, .blob(user)
    ) { row in
      Kept(
        mark: try row.blob(0),
        push: Push(
          credential: id, id: "", news: .conclusive(try row.word(1, PushVerdict.self)),
          at: try row.moment(2), received: try row.moment(3), evidence: Evidence(try row.text(4))))
    }
    if !kept.isEmpty { try forget(user) }
    return kept
  }

  /// Forgets what was kept about a user.
  func forget(_ user: [UInt8]) throws {
    try connection.run("DELETE FROM pushes_unknown WHERE user = ?", .blob(user))
  }

  /// Forgets those that are kept for long enough, and the oldest of too many.
  func forgetOldest(now: Moment) throws {
    try connection.run(
      "DELETE FROM pushes_unknown WHERE kept < ?", .moment(now - PushMemory.spanOfUnknown))
    try connection.run(
      "DELETE FROM pushes_unknown WHERE number <= (SELECT max(number) FROM pushes_unknown) - ?",
      .integer(Int64(PushMemory.mostUnknown)))
  }
}
