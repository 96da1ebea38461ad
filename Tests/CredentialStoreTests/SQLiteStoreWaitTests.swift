internal import CredentialCore
internal import CredentialStore
internal import SQLite
internal import Support
internal import Testing

@Suite("a store on disk: what waits", .timeLimit(.minutes(5)))
struct SQLiteStoreWaitTests {
  private let folder = TemporaryFolder()

  private func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  @Test("a store from before the waits were kept knows them after its migration")
  func migration() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await StoreContract.held(store)
    try await store.answer(["f": .dead(.tokenDead)], at: at(50))
    let (waits, book) = (
      try await store.longestWaits(of: StoreWorld.apple),
      try await store.clients(of: StoreWorld.apple)
    )
    #expect(waits.heldSince == at(49) && Array(waits.witnessSince.values) == [at(50)])
    await store.close()
    try StoreOnDisk.connect(folder).execute(
      """
      ALTER TABLE meta DROP COLUMN run;
      ALTER TABLE meta DROP COLUMN unknown_up_to;
      DROP TABLE transfers;
      DROP TABLE transfer_runs;
      DROP TABLE token_names;
      DROP INDEX credentials_deleted;
      ALTER TABLE credential_details DROP COLUMN hint;
      ALTER TABLE credential_details DROP COLUMN hint_deleted;
      ALTER TABLE credential_details DROP COLUMN hint_at;
      DROP INDEX grants_outstanding;
      ALTER TABLE grants DROP COLUMN presented;
      ALTER TABLE grants DROP COLUMN presented_before;
      ALTER TABLE grants DROP COLUMN presented_times;
      ALTER TABLE grants DROP COLUMN again_until;
      DROP INDEX grants_held_since;
      DROP INDEX grants_awaiting_since;
      ALTER TABLE grants DROP COLUMN hold_released;
      ALTER TABLE grants DROP COLUMN awaits_since;
      ALTER TABLE clients DROP COLUMN suspected;
      DROP TABLE pushes_unknown;
      ALTER TABLE providers DROP COLUMN push_heard;
      DROP TABLE push_slices;
      DROP TABLE pushes_seen;
      DROP INDEX credentials_push_held;
      DROP INDEX credentials_push_since;
      ALTER TABLE grants DROP COLUMN given;
      ALTER TABLE credential_details DROP COLUMN signed_in;
      ALTER TABLE credential_details DROP COLUMN last_push;
      ALTER TABLE credential_details DROP COLUMN push_verdict;
      ALTER TABLE credential_details DROP COLUMN push_at;
      ALTER TABLE credential_details DROP COLUMN push_evidence;
      ALTER TABLE credential_details DROP COLUMN push_cause;
      ALTER TABLE credential_details DROP COLUMN push_since;
      ALTER TABLE providers DROP COLUMN push_brake_since;
      ALTER TABLE providers DROP COLUMN push_brake_limit;
      ALTER TABLE credential_details DROP COLUMN profile;
      PRAGMA user_version = 9;
      """)
    let again = try await SQLiteStore.open(StoreOnDisk.options(folder))
    #expect(try await again.longestWaits(of: StoreWorld.apple) == waits)
    #expect(try await again.clients(of: StoreWorld.apple) == book)
    await again.close()
  }
}
