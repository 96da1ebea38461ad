internal import CredentialCore
internal import CredentialStore
internal import SQLite
internal import Support
internal import Testing

@Suite("deleted users in a store on disk", .timeLimit(.minutes(5)))
struct SQLiteStoreDeletedUserTests {
  private let folder = TemporaryFolder()

  private func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  /// A user with a profile, and the profile's bytes as the file holds them.
  private func enrolled() async throws -> (store: SQLiteStore, sealed: [UInt8]) {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    _ = try await store.signIn(
      "u", .exchanged(Secret([65])), profile: StoreContract.profile, at: at(0))
    let connection = try StoreOnDisk.connect(folder)
    let sealed = try connection.first("SELECT profile FROM credential_details") { try $0.blob(0) }
    return (store, try #require(sealed))
  }

  /// Whether the store's file, as a close leaves it, holds some bytes.
  private func holds(_ bytes: [UInt8]) -> Bool {
    let file = StoreOnDisk.bytes(StoreOnDisk.path(folder))
    guard let first = bytes.first, file.count >= bytes.count else { return false }
    return (0...file.count - bytes.count).contains {
      file[$0] == first && file[$0..<$0 + bytes.count].elementsEqual(bytes)
    }
  }

  @Test(
    "after the account was deleted the sealed profile is gone from the file, not only from sight")
  func deleted() async throws {
    let (store, sealed) = try await enrolled()
    let push = StoreContract.push("u", .conclusive(.accountDeleted), at: at(30))
    _ = try await store.push([push], at: at(30))
    try await store.destroyProfiles(now: at(31))
    await store.close()
    #expect(holds(sealed))
    let again = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await again.destroyProfiles(now: at(31 + 96))
    #expect(try await again.credential(StoreWorld.id("u"))?.state == .notFound)
    await again.close()
    #expect(!holds(sealed))
  }

  @Test("a user who is forgotten leaves nothing of the sealed profile in the file")
  func forgotten() async throws {
    let (store, sealed) = try await enrolled()
    _ = try await store.forget(StoreWorld.id("u"), force: false, now: at(1))
    await store.close()
    #expect(!holds(sealed))
  }
}
