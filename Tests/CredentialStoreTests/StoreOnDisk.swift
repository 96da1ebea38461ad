internal import CredentialCore
internal import CredentialStore
internal import Crypto
internal import Glibc
internal import SQLite
internal import Support

/// What the tests of the store on disk share.
enum StoreOnDisk {
  static let key = SecretBytes([UInt8](repeating: 7, count: 32))

  static func options(_ folder: TemporaryFolder) -> SQLiteStoreOptions {
    var options = SQLiteStoreOptions(directory: folder.path, key: key)
    options.lockWait = .milliseconds(5)
    options.lockTries = 3
    return options
  }

  static func path(_ folder: TemporaryFolder) -> String { folder.file(SQLiteStore.fileName) }

  /// Opens the store's file beside the daemon.
  static func connect(_ folder: TemporaryFolder) throws -> Connection {
    try Connection(
      path: path(folder), options: ConnectionOptions(mode: .readWrite, busyTimeout: .seconds(5)))
  }

  /// Undoes the steps to schema 3 and later.
  static let withoutClients: StaticString = """
    ALTER TABLE meta DROP COLUMN run;
    ALTER TABLE meta DROP COLUMN unknown_up_to;
    DROP TABLE token_names;
    DROP INDEX credentials_deleted;
    ALTER TABLE credential_details DROP COLUMN hint;
    ALTER TABLE credential_details DROP COLUMN hint_deleted;
    ALTER TABLE credential_details DROP COLUMN hint_at;
    DROP TABLE pushes_unknown;
    ALTER TABLE providers DROP COLUMN push_heard;
    DROP TABLE transfers;
    DROP TABLE transfer_runs;
    DROP INDEX grants_outstanding;
    ALTER TABLE grants DROP COLUMN presented;
    ALTER TABLE grants DROP COLUMN presented_before;
    ALTER TABLE grants DROP COLUMN presented_times;
    ALTER TABLE grants DROP COLUMN again_until;
    DROP TABLE pushes_seen;
    DROP TABLE push_slices;
    ALTER TABLE providers DROP COLUMN push_brake_since;
    ALTER TABLE providers DROP COLUMN push_brake_limit;
    DROP INDEX credentials_push_held;
    DROP INDEX credentials_push_since;
    ALTER TABLE credential_details DROP COLUMN signed_in;
    ALTER TABLE credential_details DROP COLUMN last_push;
    ALTER TABLE credential_details DROP COLUMN push_verdict;
    ALTER TABLE credential_details DROP COLUMN push_at;
    ALTER TABLE credential_details DROP COLUMN push_evidence;
    ALTER TABLE credential_details DROP COLUMN push_cause;
    ALTER TABLE credential_details DROP COLUMN push_since;
    ALTER TABLE grants DROP COLUMN given;
    ALTER TABLE credential_details DROP COLUMN profile;
    DROP TABLE evidence;
    DROP TABLE recorded_answers;
    DROP TABLE recordings;
    DROP INDEX credentials_stale;
    ALTER TABLE credential_details DROP COLUMN stale_since;
    ALTER TABLE providers DROP COLUMN sweep_from;
    ALTER TABLE providers DROP COLUMN frozen_since;
    DROP TABLE canaries;
    DROP TABLE clock;
    DROP TABLE pauses;
    DROP TABLE audit;
    ALTER TABLE providers DROP COLUMN baseline_since;
    ALTER TABLE providers DROP COLUMN baseline_negatives;
    ALTER TABLE providers DROP COLUMN baseline_accepted;
    ALTER TABLE grants DROP COLUMN isolated_first;
    ALTER TABLE grants DROP COLUMN isolated_last;
    ALTER TABLE grants DROP COLUMN isolated_looks;
    DROP TABLE client_slices;
    DROP INDEX grants_held;
    DROP INDEX grants_held_since;
    DROP INDEX grants_awaiting_since;
    ALTER TABLE grants DROP COLUMN hold_released;
    ALTER TABLE grants DROP COLUMN awaits_since;
    ALTER TABLE grants DROP COLUMN hold_cause;
    ALTER TABLE grants DROP COLUMN hold_since;
    ALTER TABLE grants ADD COLUMN suspicion_withheld INTEGER;
    UPDATE grants SET suspicion_withheld = 0 WHERE suspicion_state IS NOT NULL;
    DROP INDEX grants_awaiting;
    DROP TABLE clients;
    ALTER TABLE grants DROP COLUMN suspicion_proofs;
    ALTER TABLE grants DROP COLUMN suspicion_evidence;
    ALTER TABLE grants DROP COLUMN awaits_control;
    PRAGMA user_version = 2;
    """

  /// The refusal to open a store.
  static func refusal(_ options: SQLiteStoreOptions) async -> StoreError? {
    do {
      await (try SQLiteStore.open(options)).close()
      return nil
    } catch { return error as? StoreError }
  }

  static func bytes(_ path: String) -> [UInt8] {
    guard let file = fopen(path, "re") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
      bytes += chunk.prefix(count)
    }
    return bytes
  }

  static func write(_ bytes: [UInt8], to path: String) {
    guard let file = fopen(path, "we") else { return }
    defer { fclose(file) }
    _ = fwrite(bytes, 1, bytes.count, file)
  }

  /// Copies the store's files as a killed process would leave them.
  static func copyRemains(of folder: TemporaryFolder, to copy: TemporaryFolder) {
    // The newest of all copies; a place of its own would make it one that came from elsewhere.
    write([], to: copy.file("trust-tokens"))
    for suffix in ["", "-wal"] {
      write(bytes(path(folder) + suffix), to: path(copy) + suffix)
    }
  }
}
