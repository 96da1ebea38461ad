internal import CredentialCore
internal import CredentialStore
internal import SQLite
internal import Support
internal import Testing

@Suite("the history of a user in the store on disk", .timeLimit(.minutes(5)))
struct SQLiteStoreHistoryTests {
  let start = StoreWorld.at(.zero)
  let user = StoreWorld.id("u")
  let folder = TemporaryFolder()

  private func open() async throws -> SQLiteStore {
    try await SQLiteStore.open(StoreOnDisk.options(folder))
  }

  @Test("outlives a restart, which adds the look whose answer was lost")
  func restart() async throws {
    let store = try await open()
    try await store.enrol("u", at: start)
    try await store.look(.isolated, at: start + StoreWorld.day)
    let before = try await store.history(of: user)?.entries
    _ = try await store.claim(StoreWorld.request(start + StoreWorld.day * 2))
    await store.close()
    let again = try await open()
    // The first job of an opened store forgets the claims; a second one comes after it.
    try await again.giveBack([], now: start)
    let after = try #require(try await again.history(of: user)?.entries)
    #expect(after.dropLast() == before?[...])
    #expect(after.last?.kind == .lookLost && after.last?.purpose == .scheduled)
    #expect(after.last?.at == start + StoreWorld.day * 2)
    await again.close()
  }

  @Test("with a row that cannot be read tells the others, and hinders no look")
  func unreadable() async throws {
    let store = try await open()
    try await store.enrol("u", at: start)
    try await store.look(.isolated, at: start + StoreWorld.day)
    let beside = try StoreOnDisk.connect(folder)
    try beside.run("UPDATE evidence SET rule = 'spoilt' WHERE kind = 'look'")
    try beside.run("UPDATE events SET action = 'spoilt'")
    let told = try #require(try await store.history(of: user))
    #expect(told.entries.map(\.kind) == [.signIn] && told.events.isEmpty && told.unreadable == 2)
    try await store.look(.isolated, at: start + StoreWorld.day * 2)
    let more = try #require(try await store.history(of: user))
    #expect(more.entries.map(\.kind) == [.signIn, .look] && more.unreadable == 2)
    await store.close()
  }

  @Test("is destroyed when the user is forgotten")
  func forgotten() async throws {
    let store = try await open()
    try await store.enrol("u", at: start)
    try await store.enrol("other", at: start)
    _ = try await store.forget(user, force: false, now: start)
    let rows = try StoreOnDisk.connect(folder).first("SELECT count(*) FROM evidence") {
      try $0.integer(0)
    }
    #expect(rows == 1)
    await store.close()
  }

  @Test("costs a healthy user's look no row and no change of one")
  func healthy() async throws {
    let store = try await open()
    try await store.enrol("u", at: start)
    let beside = try StoreOnDisk.connect(folder)
    try beside.execute(
      """
      CREATE TRIGGER touched BEFORE INSERT ON evidence BEGIN SELECT RAISE(ABORT, 'touched'); END;
      CREATE TRIGGER changed BEFORE UPDATE ON evidence BEGIN SELECT RAISE(ABORT, 'changed'); END;
      """)
    for day in 1...3 { try await store.look(.authorized, at: start + StoreWorld.day * day) }
    #expect(try await store.credential(user)?.lastConfirmed == start + StoreWorld.day * 3)
    await store.close()
  }
}
