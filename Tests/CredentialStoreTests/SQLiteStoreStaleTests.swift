internal import CredentialCore
internal import SQLite
internal import Support
internal import Testing

@testable internal import CredentialStore

@Suite("stale users, on disk", .timeLimit(.minutes(5)))
struct SQLiteStoreStaleTests {
  let folder = TemporaryFolder()

  private func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  private func step(_ after: Int64?, _ hours: Int) -> StaleSweep {
    var policy = StoreWorld.policy
    policy.staleAfter = StoreWorld.day * 3
    return StaleSweep(
      StoreWorld.apple, decider: Decider(policies: [StoreWorld.apple: policy], hooks: []),
      after: after, limit: 100, now: at(hours))
  }

  @Test("a round goes through the rows in steps, and finds the last of many")
  func steps() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await store.enrol("a", at: at(0))
    do {
      let connection = try StoreOnDisk.connect(folder)
      try connection.execute("UPDATE sqlite_sequence SET seq = 12000 WHERE name = 'credentials'")
    }
    try await store.enrol("b", at: at(0))
    _ = try await store.sweepStale(step(nil, 60))
    var (found, next, steps): ([Event], Int64?, Int) = ([], nil, 0)
    repeat {
      let page = try await store.sweepStale(step(next, 84))
      found += page.committed.flatMap(\.events)
      next = page.next
      steps += 1
    } while next != nil
    #expect(found.map(\.body.credential.subject.text) == ["a", "b"] && steps == 3)
    await store.close()
  }

  @Test(
    "times and counts are kept over a restart; one after a long stop first lets an interval pass")
  func restart() async throws {
    var store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    for subject in ["a", "b"] { try await store.enrol(subject, at: at(0)) }
    _ = try await store.sweepStale(step(nil, 60))
    await store.close()
    store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    #expect(try await store.sweepStale(step(nil, 83)).due == at(84))
    #expect(try await store.sweepStale(step(nil, 85)).committed.count == 2)
    await store.close()
    store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    #expect(try await store.clients(of: StoreWorld.apple).stale == 2)
    #expect(try await store.sweepStale(step(nil, 200)).due == at(224))
    await store.close()
  }

  @Test("a search that finds nobody writes one time in a quarter of an interval, and nothing else")
  func quiet() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await store.enrol("a", at: at(0))
    _ = try await store.sweepStale(step(nil, 0))
    let before = store.counts().commits
    for hours in 1..<24 { _ = try await store.sweepStale(step(nil, hours)) }
    #expect(store.counts().commits == before)
    _ = try await store.sweepStale(step(nil, 24))
    #expect(store.counts().commits == before + 1)
    await store.close()
  }

  @Test("a row that cannot be read is no hindrance")
  func unreadable() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    for subject in ["a", "b"] { try await store.enrol(subject, at: at(0)) }
    do {
      let connection = try StoreOnDisk.connect(folder)
      try connection.run(
        "UPDATE credential_details SET reason = 'spoilt' WHERE subject = ?", .blob(Array("a".utf8)))
    }
    _ = try await store.sweepStale(step(nil, 60))
    let found = try await store.sweepStale(step(nil, 84)).committed.flatMap(\.events)
    #expect(found.map(\.body.credential) == [StoreWorld.id("b")])
    await store.close()
  }
}
