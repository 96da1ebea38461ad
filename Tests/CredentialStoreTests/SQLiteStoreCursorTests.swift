internal import CredentialCore
internal import SQLite
internal import Support
internal import Testing

@testable internal import CredentialStore

@Suite("the place of a reader of events on disk", .timeLimit(.minutes(5)))
struct SQLiteStoreCursorTests {
  let folder = TemporaryFolder()
  let copy = TemporaryFolder()

  /// The place that a process killed just now would leave.
  private func placeAfterKill() async throws -> Int64? {
    StoreOnDisk.copyRemains(of: folder, to: copy)
    let store = try await SQLiteStore.open(StoreOnDisk.options(copy))
    let place = try await store.position(of: .bus)
    await store.close()
    return place
  }

  @Test("is written with the next commit of something else, and causes none itself")
  func withTheNextCommit() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await store.enrol("u", at: StoreWorld.at(.zero))
    let commits = store.counts().commits
    store.advance(.bus, to: 1)
    for loop in store.loops { await loop.turn() }
    _ = try await store.census()
    #expect(store.counts().commits == commits)
    #expect(try await placeAfterKill() == nil)
    try await store.enrol("v", at: StoreWorld.at(.zero))
    #expect(try await placeAfterKill() == 1)
    await store.close()
  }

  @Test("is written at the close")
  func atTheClose() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await store.enrol("u", at: StoreWorld.at(.zero))
    store.advance(.bus, to: 1)
    await store.close()
    let again = try await SQLiteStore.open(StoreOnDisk.options(folder))
    #expect(try await again.position(of: .bus) == 1)
    await again.close()
  }

  @Test("begins at the newest event in a store made before places were kept")
  func older() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await store.enrol("u", at: StoreWorld.at(.zero))
    await store.close()
    do {
      let connection = try StoreOnDisk.connect(folder)
      try connection.execute(StoreOnDisk.withoutClients)
      try connection.execute("DROP TABLE cursors; PRAGMA user_version = 1")
    }
    let again = try await SQLiteStore.open(StoreOnDisk.options(folder))
    #expect(try await again.position(of: .bus) == 1)
    await again.close()
  }
}
