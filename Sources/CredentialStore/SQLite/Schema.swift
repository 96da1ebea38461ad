internal import SQLite

/// The tables, as steps that are only ever appended; `docs/store.md` explains them by column.
enum Schema {
  /// Marks the file as ours: "crst" (`PRAGMA application_id`).
  static let applicationID: Int64 = 0x6372_7374

  /// Step n brings a file from version n to n + 1.
  static let steps: [StaticString] = [
    first, second, third, fourth, fifth, sixth, evidence, recordings, restraints, waits, pushes,
    rotation, profiles, unknownPushes, hints, tokenNames, transfers, restores,
  ]

  /// The version this program writes.
  static var version: Int64 { Int64(steps.count) }

  /// Brings the file up to date, each step in one transaction with its version number.
  static func migrate(_ connection: Connection, from version: Int64) throws {
    for (number, step) in steps.enumerated().dropFirst(Int(version)) {
      try connection.transaction(.immediate) {
        try connection.execute(step)
        try connection.set(.userVersion, to: Int64(number + 1))
      }
    }
  }

  private static let first: StaticString = """
    CREATE TABLE meta(
      one INTEGER PRIMARY KEY CHECK (one = 1),
      generation TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      epoch INTEGER NOT NULL,
      seal_key BLOB NOT NULL,
      seal_check BLOB NOT NULL
    ) STRICT;
    CREATE TABLE providers(
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE credentials(
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      provider INTEGER NOT NULL REFERENCES providers(id),
      state TEXT NOT NULL,
      next_look INTEGER,
      requested INTEGER NOT NULL,
      charged INTEGER,
      charged_extra INTEGER,
      claim_epoch INTEGER,
      claim_charge TEXT,
      claim_purpose TEXT,
      claimed INTEGER
    ) STRICT;
    CREATE TABLE credential_details(
      id INTEGER PRIMARY KEY REFERENCES credentials(id) ON DELETE CASCADE,
      provider TEXT NOT NULL,
      subject BLOB NOT NULL,
      account TEXT,
      labels BLOB NOT NULL,
      reason TEXT NOT NULL,
      since INTEGER NOT NULL,
      last_confirmed INTEGER,
      last_look INTEGER,
      last_answer TEXT,
      state_event INTEGER,
      UNIQUE (provider, subject)
    ) STRICT;
    CREATE INDEX credential_accounts ON credential_details(account) WHERE account IS NOT NULL;
    CREATE TABLE grants(
      epoch INTEGER PRIMARY KEY,
      credential INTEGER NOT NULL REFERENCES credentials(id) ON DELETE CASCADE,
      client BLOB NOT NULL,
      status TEXT NOT NULL,
      confirmed INTEGER,
      last_look INTEGER,
      looks_after_death INTEGER NOT NULL,
      suspicion_state TEXT,
      suspicion_reason TEXT,
      suspicion_opened INTEGER,
      suspicion_confirmable INTEGER,
      suspicion_withheld INTEGER
    ) STRICT;
    CREATE INDEX grants_of_credential ON grants(credential);
    CREATE TABLE tokens(
      epoch INTEGER PRIMARY KEY REFERENCES grants(epoch) ON DELETE CASCADE,
      token BLOB NOT NULL
    ) STRICT;
    CREATE TABLE events(
      sequence INTEGER PRIMARY KEY,
      credential INTEGER NOT NULL,
      kind TEXT NOT NULL,
      provider TEXT NOT NULL,
      subject BLOB NOT NULL,
      account TEXT,
      labels BLOB NOT NULL,
      old_state TEXT NOT NULL,
      new_state TEXT NOT NULL,
      reason TEXT NOT NULL,
      action TEXT NOT NULL,
      at INTEGER NOT NULL,
      evidence TEXT NOT NULL,
      undoes INTEGER,
      hooks BLOB NOT NULL
    ) STRICT;
    CREATE INDEX events_of_credential ON events(credential);
    CREATE TABLE hooks(
      name TEXT PRIMARY KEY,
      present INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE deliveries(
      sequence INTEGER NOT NULL REFERENCES events(sequence),
      hook TEXT NOT NULL,
      credential INTEGER NOT NULL,
      open INTEGER NOT NULL,
      status TEXT NOT NULL,
      attempts INTEGER NOT NULL,
      first_attempt INTEGER,
      due INTEGER NOT NULL,
      previous TEXT,
      detail TEXT NOT NULL,
      PRIMARY KEY (sequence, hook)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX deliveries_open ON deliveries(hook, credential, sequence) WHERE open = 1;
    CREATE INDEX deliveries_orphaned ON deliveries(hook) WHERE status = 'orphaned';
    CREATE INDEX deliveries_of_credential ON deliveries(credential) WHERE open = 1;
    """

  /// A store of before has told of all its events; one that is being made has no meta row yet.
  private static let second: StaticString = """
    CREATE TABLE cursors(
      name TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO cursors SELECT 'bus', sequence FROM meta;
    """

  /// A suspicion of before has one proof, and nobody has borne witness for it.
  private static let third: StaticString = """
    ALTER TABLE grants ADD COLUMN suspicion_proofs TEXT;
    ALTER TABLE grants ADD COLUMN suspicion_evidence TEXT;
    ALTER TABLE grants ADD COLUMN awaits_control INTEGER NOT NULL DEFAULT 0;
    UPDATE grants
    SET suspicion_proofs = CAST(suspicion_opened AS TEXT), suspicion_evidence = '',
      awaits_control = (suspicion_withheld = 0)
    WHERE suspicion_state IS NOT NULL;
    CREATE INDEX grants_awaiting ON grants(client) WHERE awaits_control = 1;
    CREATE TABLE clients(
      provider INTEGER NOT NULL REFERENCES providers(id),
      client BLOB NOT NULL,
      members INTEGER NOT NULL,
      awaiting INTEGER NOT NULL,
      PRIMARY KEY (provider, client)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO clients
    SELECT c.provider, g.client, sum(g.confirmed IS NOT NULL AND g.status <> 'dead'),
      sum(g.awaits_control)
    FROM grants g JOIN credentials c ON c.id = g.credential GROUP BY c.provider, g.client;
    """

  /// What is kept back has a cause; a client has a count of its looks and a brake.
  private static let fourth: StaticString = """
    ALTER TABLE grants ADD COLUMN hold_cause TEXT;
    ALTER TABLE grants ADD COLUMN hold_since INTEGER;
    UPDATE grants SET hold_cause = 'observe', hold_since = suspicion_opened
    WHERE suspicion_withheld = 1;
    ALTER TABLE grants DROP COLUMN suspicion_withheld;
    CREATE INDEX grants_held ON grants(credential) WHERE hold_cause IS NOT NULL;
    ALTER TABLE clients ADD COLUMN brake_since INTEGER;
    ALTER TABLE clients ADD COLUMN brake_limit TEXT;
    ALTER TABLE clients ADD COLUMN brake_count INTEGER;
    ALTER TABLE clients ADD COLUMN brake_opened INTEGER;
    ALTER TABLE clients ADD COLUMN brake_sampled INTEGER;
    ALTER TABLE clients ADD COLUMN brake_sample INTEGER;
    CREATE TABLE client_slices(
      provider INTEGER NOT NULL,
      client BLOB NOT NULL,
      span TEXT NOT NULL,
      start INTEGER NOT NULL,
      verdicts INTEGER NOT NULL,
      suspicions INTEGER NOT NULL,
      turns INTEGER NOT NULL,
      PRIMARY KEY (provider, client, span, start),
      FOREIGN KEY (provider, client) REFERENCES clients(provider, client)
    ) STRICT, WITHOUT ROWID;
    """

  /// Isolated answers that persist.
  private static let fifth: StaticString = """
    ALTER TABLE grants ADD COLUMN isolated_first INTEGER;
    ALTER TABLE grants ADD COLUMN isolated_last INTEGER;
    ALTER TABLE grants ADD COLUMN isolated_looks INTEGER;
    ALTER TABLE client_slices ADD COLUMN isolated INTEGER NOT NULL DEFAULT 0;
    """

  /// Users whom nobody has confirmed for long, and when they are looked for; canaries; when what kept
  /// verdicts back ended; how the clocks stood.
  private static let sixth: StaticString = """
    ALTER TABLE credential_details ADD COLUMN stale_since INTEGER;
    CREATE INDEX credentials_stale ON credential_details(provider, subject)
    WHERE stale_since IS NOT NULL;
    ALTER TABLE clients ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE clients ADD COLUMN freed INTEGER;
    ALTER TABLE clients ADD COLUMN brake_cleared INTEGER;
    UPDATE clients SET brake_cleared = 0 WHERE brake_since IS NOT NULL;
    ALTER TABLE providers ADD COLUMN sweep_from INTEGER;
    ALTER TABLE providers ADD COLUMN frozen_since INTEGER;
    CREATE TABLE clock(
      one INTEGER PRIMARY KEY CHECK (one = 1),
      boot TEXT NOT NULL,
      origin INTEGER NOT NULL,
      seen INTEGER NOT NULL,
      stepped INTEGER
    ) STRICT;
    CREATE TABLE canaries(
      provider INTEGER NOT NULL REFERENCES providers(id),
      subject BLOB NOT NULL,
      failing_since INTEGER,
      PRIMARY KEY (provider, subject)
    ) STRICT, WITHOUT ROWID;
    """
}
