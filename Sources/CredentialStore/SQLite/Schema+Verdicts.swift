/// Steps that came with what is kept to decide and to explain.
extension Schema {
  /// What is kept of a credential's history.
  static let evidence: StaticString = """
    CREATE TABLE evidence(
      credential INTEGER NOT NULL REFERENCES credentials(id) ON DELETE CASCADE,
      entry INTEGER NOT NULL,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      epoch INTEGER,
      client BLOB,
      purpose TEXT,
      answer TEXT,
      outline TEXT,
      rule TEXT,
      since INTEGER,
      until INTEGER,
      detail TEXT,
      looks INTEGER NOT NULL,
      last INTEGER NOT NULL,
      PRIMARY KEY (credential, entry)
    ) STRICT, WITHOUT ROWID;
    """

  /// Redacted answers about test users.
  static let recordings: StaticString = """
    CREATE TABLE recordings(
      credential INTEGER PRIMARY KEY REFERENCES credentials(id) ON DELETE CASCADE,
      since INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE recorded_answers(
      credential INTEGER NOT NULL REFERENCES recordings(credential) ON DELETE CASCADE,
      at INTEGER NOT NULL,
      status INTEGER,
      headers BLOB NOT NULL,
      body TEXT NOT NULL,
      class TEXT NOT NULL,
      row TEXT NOT NULL,
      PRIMARY KEY (credential, at)
    ) STRICT, WITHOUT ROWID;
    """

  /// What waits, by how long: verdicts that are kept back, and suspicions without a witness. What an
  /// administrator has released is known by it, and how many of a client's users are suspected.
  static let waits: StaticString = """
    ALTER TABLE grants ADD COLUMN hold_released INTEGER;
    ALTER TABLE grants ADD COLUMN awaits_since INTEGER;
    UPDATE grants SET awaits_since = suspicion_opened WHERE awaits_control = 1;
    CREATE INDEX grants_awaiting_since ON grants(client, awaits_since)
    WHERE awaits_since IS NOT NULL;
    CREATE INDEX grants_held_since ON grants(client, hold_since)
    WHERE hold_cause IS NOT NULL AND hold_cause <> 'observe';
    ALTER TABLE clients ADD COLUMN suspected INTEGER NOT NULL DEFAULT 0;
    UPDATE clients SET suspected = found.number
    FROM (
      SELECT c.provider, g.client, count(*) AS number
      FROM grants g JOIN credentials c ON c.id = g.credential
      WHERE g.suspicion_opened IS NOT NULL AND g.suspicion_state <> 'transferred'
        AND g.confirmed IS NOT NULL AND g.status <> 'dead'
        AND (g.hold_cause IS NULL OR g.hold_cause <> 'observe')
      GROUP BY c.provider, g.client
    ) AS found
    WHERE clients.provider = found.provider AND clients.client = found.client;
    """

  /// What keeps verdicts back beside the modes, and who asked for what. A provider of before has no
  /// baseline: it has been watched.
  static let restraints: StaticString = """
    CREATE TABLE pauses(
      provider TEXT PRIMARY KEY,
      since INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      reason TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE providers ADD COLUMN baseline_since INTEGER;
    ALTER TABLE providers ADD COLUMN baseline_negatives INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE providers ADD COLUMN baseline_accepted INTEGER;
    CREATE TABLE audit(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      uid INTEGER NOT NULL,
      verb TEXT NOT NULL,
      provider TEXT,
      subject BLOB,
      reason TEXT NOT NULL,
      number INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX audit_of_verb ON audit(verb, id);
    """
}
