internal import SQLite

/// The tables, as steps that are only ever appended; `docs/store.md` explains them by column.
enum Schema {
  /// Marks the file as ours: "crst" (`PRAGMA application_id`).
  static let applicationID: Int64 = 0x6372_7374

  /// Step n brings a file from version n to n + 1.
  static let steps: [StaticString] = [
    first, second, third, fourth, fifth, sixth, evidence, recordings, restraints, waits, pushes,
    rotation, profiles, unknownPushes, hints, tokenNames, transfers,
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

  /// What is kept of a credential's history.
  private static let evidence: StaticString = """
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
  private static let recordings: StaticString = """
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
  private static let waits: StaticString = """
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
  private static let restraints: StaticString = """
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

  /// Pushes: what a credential knows of them, one that is kept back, which were seen, how many came. A
  /// token of before has no time at which it was handed over.
  private static let pushes: StaticString = """
    ALTER TABLE grants ADD COLUMN given INTEGER;
    ALTER TABLE credential_details ADD COLUMN signed_in INTEGER;
    ALTER TABLE credential_details ADD COLUMN last_push INTEGER;
    ALTER TABLE credential_details ADD COLUMN push_verdict TEXT;
    ALTER TABLE credential_details ADD COLUMN push_at INTEGER;
    ALTER TABLE credential_details ADD COLUMN push_evidence TEXT;
    ALTER TABLE credential_details ADD COLUMN push_cause TEXT;
    ALTER TABLE credential_details ADD COLUMN push_since INTEGER;
    CREATE INDEX credentials_push_held ON credential_details(provider, subject)
    WHERE push_cause IS NOT NULL;
    CREATE INDEX credentials_push_since ON credential_details(provider, push_since)
    WHERE push_cause IS NOT NULL AND push_cause <> 'observe';
    ALTER TABLE providers ADD COLUMN push_brake_since INTEGER;
    ALTER TABLE providers ADD COLUMN push_brake_limit INTEGER;
    CREATE TABLE push_slices(
      provider INTEGER NOT NULL REFERENCES providers(id),
      span TEXT NOT NULL,
      start INTEGER NOT NULL,
      turns INTEGER NOT NULL,
      PRIMARY KEY (provider, span, start)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE pushes_seen(
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id BLOB NOT NULL UNIQUE,
      at INTEGER NOT NULL,
      rule TEXT NOT NULL
    ) STRICT;
    CREATE INDEX pushes_seen_at ON pushes_seen(at);
    """

  /// Tokens that were presented to a rotating provider and whose answer is not known.
  private static let rotation: StaticString = """
    ALTER TABLE grants ADD COLUMN presented INTEGER;
    ALTER TABLE grants ADD COLUMN presented_before TEXT;
    ALTER TABLE grants ADD COLUMN presented_times INTEGER;
    ALTER TABLE grants ADD COLUMN again_until INTEGER;
    CREATE INDEX grants_outstanding ON grants(credential) WHERE presented IS NOT NULL;
    """

  /// What is known of a user beside the identifier, sealed.
  private static let profiles: StaticString =
    "ALTER TABLE credential_details ADD COLUMN profile BLOB;"

  /// Conclusive pushes about users who are not known, each under a keyed hash of the user; and when the
  /// last push of a provider came.
  private static let unknownPushes: StaticString = """
    CREATE TABLE pushes_unknown(
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      push BLOB NOT NULL UNIQUE,
      user BLOB NOT NULL,
      verdict TEXT NOT NULL,
      at INTEGER NOT NULL,
      received INTEGER NOT NULL,
      evidence TEXT NOT NULL,
      kept INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX pushes_unknown_user ON pushes_unknown(user);
    CREATE INDEX pushes_unknown_kept ON pushes_unknown(kept);
    ALTER TABLE providers ADD COLUMN push_heard INTEGER;
    """

  /// Why a user is said to have gone, and whose profile is to be destroyed.
  private static let hints: StaticString = """
    ALTER TABLE credential_details ADD COLUMN hint TEXT;
    ALTER TABLE credential_details ADD COLUMN hint_deleted INTEGER;
    ALTER TABLE credential_details ADD COLUMN hint_at INTEGER;
    CREATE INDEX credentials_deleted ON credential_details(since)
    WHERE profile IS NOT NULL AND reason = 'account_deleted';
    """

  /// What providers may call tokens by, under keyed hashes.
  private static let tokenNames: StaticString = """
    CREATE TABLE token_names(
      epoch INTEGER NOT NULL REFERENCES grants(epoch) ON DELETE CASCADE,
      name BLOB NOT NULL,
      PRIMARY KEY (name, epoch)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX token_names_of_grant ON token_names(epoch);
    """

  /// How far the move of each user to another team has come, and the steps of moves that go on.
  private static let transfers: StaticString = """
    CREATE TABLE transfers(
      credential INTEGER PRIMARY KEY REFERENCES credentials(id) ON DELETE CASCADE,
      provider TEXT NOT NULL,
      identifier BLOB,
      identified INTEGER,
      successor BLOB,
      mapped INTEGER,
      refusal TEXT,
      refused INTEGER
    ) STRICT;
    CREATE INDEX transfers_identifier ON transfers(provider, identifier)
    WHERE identifier IS NOT NULL;
    CREATE INDEX transfers_successor ON transfers(provider, successor) WHERE successor IS NOT NULL;
    CREATE TABLE transfer_runs(
      provider TEXT PRIMARY KEY,
      stage TEXT NOT NULL,
      asked INTEGER NOT NULL
    ) STRICT;
    """
}
