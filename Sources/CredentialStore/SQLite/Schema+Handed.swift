/// Steps that came with what providers and back ends hand over: pushes, sign-ins, moves.
extension Schema {
  /// Pushes: what a credential knows of them, one that is kept back, which were seen, how many came. A
  /// token of before has no time at which it was handed over.
  static let pushes: StaticString = """
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
  static let rotation: StaticString = """
    ALTER TABLE grants ADD COLUMN presented INTEGER;
    ALTER TABLE grants ADD COLUMN presented_before TEXT;
    ALTER TABLE grants ADD COLUMN presented_times INTEGER;
    ALTER TABLE grants ADD COLUMN again_until INTEGER;
    CREATE INDEX grants_outstanding ON grants(credential) WHERE presented IS NOT NULL;
    """

  /// What is known of a user beside the identifier, sealed.
  static let profiles: StaticString =
    "ALTER TABLE credential_details ADD COLUMN profile BLOB;"

  /// Conclusive pushes about users who are not known, each under a keyed hash of the user; and when the
  /// last push of a provider came.
  static let unknownPushes: StaticString = """
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
  static let hints: StaticString = """
    ALTER TABLE credential_details ADD COLUMN hint TEXT;
    ALTER TABLE credential_details ADD COLUMN hint_deleted INTEGER;
    ALTER TABLE credential_details ADD COLUMN hint_at INTEGER;
    CREATE INDEX credentials_deleted ON credential_details(since)
    WHERE profile IS NOT NULL AND reason = 'account_deleted';
    """

  /// What providers may call tokens by, under keyed hashes.
  static let tokenNames: StaticString = """
    CREATE TABLE token_names(
      epoch INTEGER NOT NULL REFERENCES grants(epoch) ON DELETE CASCADE,
      name BLOB NOT NULL,
      PRIMARY KEY (name, epoch)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX token_names_of_grant ON token_names(epoch);
    """

  /// How far the move of each user to another team has come, and the steps of moves that go on.
  static let transfers: StaticString = """
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

  /// By what a store is known again at a start, and up to which grant its tokens may have been used since,
  /// as it is an older copy.
  static let restores: StaticString = """
    ALTER TABLE meta ADD COLUMN run TEXT;
    ALTER TABLE meta ADD COLUMN unknown_up_to INTEGER;
    """
}
