internal import CredentialCore
internal import CredentialStore
internal import SQLite
internal import Support
internal import Testing

@Suite("a row of the store on disk that cannot be read", .timeLimit(.minutes(5)))
struct SQLiteStoreUnreadableTests {
  let start = StoreWorld.at(.zero)
  let folder = TemporaryFolder()

  /// Writes a word into the row of `a` that no version ever wrote.
  private func spoil() throws {
    try StoreOnDisk.connect(folder).run(
      "UPDATE credential_details SET reason = 'spoilt' WHERE subject = ?", .blob(Array("a".utf8)))
  }

  private func enrolled() async throws -> SQLiteStore {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    for subject in ["a", "b", "c"] { try await store.enrol(subject, at: start) }
    return store
  }

  @Test("costs itself at a claim: the others are looked at, it is tried again an interval later")
  func claim() async throws {
    let store = try await enrolled()
    try spoil()
    let now = start + StoreWorld.day
    let batch = try await store.claim(StoreWorld.request(now))
    #expect(batch.looks.map(\.credential) == ["b", "c"].map { StoreWorld.id($0) })
    #expect(batch.unreadable == [StoreWorld.id("a")])
    #expect(batch.nextDue == now + StoreWorld.day)
    let early = try await store.claim(StoreWorld.request(now + StoreWorld.hour))
    #expect(early.looks.isEmpty && early.unreadable.isEmpty)
    let late = try await store.claim(StoreWorld.request(now + StoreWorld.day))
    #expect(late.unreadable == [StoreWorld.id("a")])
    await store.close()
  }

  @Test("is no hindrance when the schedule is asked what comes next")
  func whatComesNext() async throws {
    let store = try await enrolled()
    try spoil()
    let batch = try await store.claim(StoreWorld.request(start + StoreWorld.hour))
    #expect(batch.looks.isEmpty && batch.unreadable.isEmpty)
    let next = try #require(batch.nextDue)
    #expect(next > start + StoreWorld.day - .seconds(1) && next <= start + StoreWorld.day)
    await store.close()
  }

  @Test("is named as such when its result is committed, and nothing of that batch is changed")
  func commit() async throws {
    let store = try await enrolled()
    let now = start + StoreWorld.day
    let batch = try await store.claim(StoreWorld.request(now))
    try spoil()
    let results = batch.looks.map { StoreWorld.result($0, .isolated, at: now) }
    do {
      _ = try await store.commit(results, decider: StoreWorld.decider(), now: now)
      Issue.record("committed")
    } catch let error as StoreError {
      #expect(error.code == .rowUnreadable)
    }
    let apart = try await store.commit(
      Array(results.dropFirst()), decider: StoreWorld.decider(), now: now)
    #expect(apart.allSatisfy { $0 != nil })
    await store.close()
  }
}
