internal import CredentialCore
internal import CredentialStore
internal import SQLite
internal import Support
internal import Testing

@Suite("sign-ins in a store on disk", .timeLimit(.minutes(5)))
struct SQLiteStoreSignInTests {
  private let folder = TemporaryFolder()
  private let now = StoreWorld.at(.zero)

  @Test("one whose code was exchanged is kept while nothing can be written; others are refused")
  func kept() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    let foreign = try StoreOnDisk.connect(folder)
    try foreign.run("BEGIN IMMEDIATE")
    let offered = try OfferedSignIn("u", to: store, now: now)
    do {
      _ = try await store.signIn("v", nil, at: now)
      Issue.record("a sign-in that can come again must not wait")
    } catch let error as StoreError { #expect(error.code == .locked) }
    #expect(try await store.credential(StoreWorld.id("u")) == nil)
    try foreign.run("ROLLBACK")
    #expect(try await offered.value().outcome == .new)
    #expect(try await store.credential(StoreWorld.id("u"))?.grants.map(\.status) == [.live])
    #expect(try await store.credential(StoreWorld.id("v")) == nil)
    await store.close()
  }

  @Test("what is told of a user cannot be read from the files, and opens for this user only")
  func sealed() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    for subject in ["a", "b"] {
      _ = try await store.signIn(subject, nil, profile: StoreContract.profile, at: now)
    }
    let bytes = ["", "-wal"].flatMap { StoreOnDisk.bytes(StoreOnDisk.path(folder) + $0) }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains("com.example.app"))
    #expect(!text.contains("ada@example.org") && !text.contains("Lovelace"))
    try StoreOnDisk.connect(folder).run(
      """
      UPDATE credential_details SET profile =
        (SELECT profile FROM credential_details WHERE subject = x'61')
      WHERE subject = x'62'
      """)
    #expect(try await store.user(StoreWorld.id("a")) == StoreContract.profile)
    do {
      _ = try await store.user(StoreWorld.id("b"))
      Issue.record("a moved profile must not open")
    } catch let error as StoreError { #expect(error.code == .rowUnreadable) }
    _ = try await store.signIn("b", nil, profile: StoreContract.profile, at: now)
    #expect(try await store.user(StoreWorld.id("b")) == StoreContract.profile)
    await store.close()
  }

  @Test("after a restart state, sign-in and profile are as they were")
  func again() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    let kept = try await store.signIn(
      "u", .exchanged(Secret([65])), profile: StoreContract.profile, at: now)
    await store.close()
    let reopened = try await SQLiteStore.open(StoreOnDisk.options(folder))
    #expect(try await reopened.credential(StoreWorld.id("u")) == kept.credential)
    #expect(try await reopened.user(StoreWorld.id("u")) == StoreContract.profile)
    await reopened.close()
  }
}
