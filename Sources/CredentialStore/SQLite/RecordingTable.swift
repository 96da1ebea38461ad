internal import CredentialCore
internal import SQLite

/// Reads and writes the redacted answers that are kept about test users.
struct RecordingTable {
  let connection: Connection

  /// Begins a recording; one that goes on stays as it is.
  func start(_ id: CredentialID, now: Moment) throws -> RecordingStart {
    guard let number = try CredentialTable(connection: connection).read(id)?.number else {
      return .notFound
    }
    if let since = try since(number) { return .recording(since: since) }
    guard try count(id.provider) < Recording.mostUsers else { return .tooMany }
    try connection.run("INSERT INTO recordings VALUES (?, ?)", .integer(number), .moment(now))
    return .recording(since: now)
  }

  /// Ends a recording and destroys what it kept; false when there was none.
  func stop(_ id: CredentialID) throws -> Bool {
    try connection.run(
      """
      DELETE FROM recordings WHERE credential =
        (SELECT id FROM credential_details WHERE provider = ? AND subject = ?)
      """, .text(id.provider.text), .blob(id.subject.bytes)) > 0
  }

  /// Keeps an answer about a user who is recorded, and no more than the newest ones.
  func keep(_ answer: RecordedAnswer) throws {
    let id = answer.credential
    let kept = try connection.run(
      """
      INSERT OR IGNORE INTO recorded_answers
      SELECT r.credential, ?3, ?4, ?5, ?6, ?7, ?8
      FROM recordings r JOIN credential_details d ON d.id = r.credential
      WHERE d.provider = ?1 AND d.subject = ?2
      """, .text(id.provider.text), .blob(id.subject.bytes), .moment(answer.at),
      BoundValue(answer.status.map { Int64($0) }), .blob(Netstrings.encode(answer.headers)),
      .text(answer.body), .text(answer.answer), .text(answer.row))
    if kept > 0 { try dropOldest(id) }
  }

  /// The recordings of a provider with their answers.
  func read(_ provider: ProviderName) throws -> [Recording] {
    let found = try connection.rows(
      """
      SELECT r.credential, d.subject, r.since
      FROM recordings r JOIN credential_details d ON d.id = r.credential
      WHERE d.provider = ? ORDER BY r.since, r.credential
      """, .text(provider.text)
    ) { row in
      let subject = Subject(validBytes: try row.blob(1))
      return (
        try row.integer(0),
        Recording(
          credential: CredentialID(provider: provider, subject: subject), since: try row.moment(2))
      )
    }
    return try found.map { number, recording in
      var recording = recording
      recording.answers = try answers(number, recording.credential)
      return recording
    }
  }

  private func answers(_ number: Int64, _ id: CredentialID) throws -> [RecordedAnswer] {
    try connection.rows(
      """
      SELECT at, status, headers, body, class, row FROM recorded_answers
      WHERE credential = ? ORDER BY at
      """, .integer(number)
    ) { row in
      RecordedAnswer(
        credential: id, at: try row.moment(0), status: try row.optionalInteger(1).map { Int($0) },
        headers: try row.texts(2), body: try row.text(3), answer: try row.text(4),
        row: try row.text(5))
    }
  }

  private func since(_ number: Int64) throws -> Moment? {
    try connection.first(
      "SELECT since FROM recordings WHERE credential = ?", .integer(number)
    ) { try $0.moment(0) }
  }

  private func count(_ provider: ProviderName) throws -> Int {
    try connection.first(
      """
      SELECT count(*) FROM recordings r JOIN credential_details d ON d.id = r.credential
      WHERE d.provider = ?
      """, .text(provider.text)
    ) { Int(try $0.integer(0)) } ?? 0
  }

  private func dropOldest(_ id: CredentialID) throws {
    try connection.run(
      """
      DELETE FROM recorded_answers WHERE credential =
        (SELECT id FROM credential_details WHERE provider = ?1 AND subject = ?2)
      AND at NOT IN (
        SELECT at FROM recorded_answers a WHERE a.credential =
          (SELECT id FROM credential_details WHERE provider = ?1 AND subject = ?2)
        ORDER BY at DESC LIMIT ?3)
      """, .text(id.provider.text), .blob(id.subject.bytes),
      .integer(Int64(Recording.mostAnswers)))
  }
}
