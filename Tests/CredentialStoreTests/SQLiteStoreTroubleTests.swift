internal import CredentialCore
internal import Glibc
internal import Linux
internal import SQLite
internal import Support
internal import Testing

@testable internal import CredentialStore

@Suite("a store on disk in trouble", .timeLimit(.minutes(5)))
struct SQLiteStoreTroubleTests {
  let folder = TemporaryFolder()
  let now = StoreWorld.at(.zero)

  private func code(_ body: () async throws -> Void) async -> StoreError.Code? {
    do { try await body() } catch { return (error as? StoreError)?.code }
    return nil
  }

  @Test("keeps a result while another program holds the lock, refuses callers, and goes on reading")
  func foreignLock() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    _ = try await store.register(StoreWorld.registration("u"), now: now)
    let look = try #require(try await store.claim(StoreWorld.request(now)).looks.first)
    let before = store.counts().turns
    let foreign = try StoreOnDisk.connect(folder)
    try foreign.run("BEGIN IMMEDIATE")
    let result = StoreWorld.result(look, .authorized, at: now)
    let committed = try OfferedCommit(
      [result], to: store, decider: StoreWorld.decider(), now: now)
    let refused = await code {
      _ = try await store.register(StoreWorld.registration("v"), now: now)
    }
    #expect(refused == .locked)
    guard case .blocked(let reason, let since) = store.health() else {
      Issue.record("the store must say that it is blocked")
      return
    }
    #expect(reason.contains("locked"))
    #expect(since == now)
    #expect(store.counts().turns > before)
    #expect(try await store.credential(StoreWorld.id("u"))?.state == .unknown)
    try foreign.run("ROLLBACK")
    #expect(try await committed.value().first??.events.count == 1)
    #expect(store.health() == .writable)
    #expect(try await store.credential(StoreWorld.id("v")) == nil)
    await store.close()
  }

  @Test(
    "keeps a result while it is full, refuses callers and claims, and writes when there is room")
  func full() async throws {
    var options = StoreOnDisk.options(folder)
    options.maxPageCount = 71
    let store = try await SQLiteStore.open(options)
    _ = try await store.register(StoreWorld.registration("u"), now: now)
    let look = try #require(try await store.claim(StoreWorld.request(now)).looks.first)
    let account = String(repeating: "x", count: 3_000)
    var registered = 0
    let refused = await code {
      for number in 0..<100 {
        _ = try await store.register(
          StoreWorld.registration("v\(number)", account: account), now: now)
        registered = number + 1
      }
    }
    #expect(refused == .full)
    let labels = [Label(key: "k", value: String(repeating: "y", count: 20_000))]
    let big = StoreWorld.registration("v0", labels: labels)
    #expect(await code { _ = try await store.register(big, now: now) } == .full)
    // The hook's long name makes the event need pages of its own.
    let hook = HookName(String(repeating: "h", count: 20_000))
    let result = StoreWorld.result(look, .authorized, at: now)
    let committed = try OfferedCommit(
      [result], to: store, decider: StoreWorld.decider(hooks: [hook]), now: now)
    #expect(await code { _ = try await store.register(big, now: now) } == .full)
    guard case .blocked(let reason, _) = store.health() else {
      Issue.record("the store must say that it is blocked")
      return
    }
    #expect(reason.contains("no room"))
    #expect(try await store.census().credentials[StoreWorld.apple] == [.unknown: registered + 1])
    try await store.write(.control) { try $0.connection.set(.maxPageCount, to: 1_000) }
    #expect(try await committed.value().first??.events.count == 1)
    #expect(store.health() == .writable)
    await store.close()
  }

  @Test("takes no sign-in while its file is away, keeps a result, and writes when it is back")
  func moved() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    _ = try await store.register(StoreWorld.registration("u"), now: now)
    let look = try #require(try await store.claim(StoreWorld.request(now)).looks.first)
    let (path, away) = (StoreOnDisk.path(folder), folder.file("away"))
    try #require(rename(path, away) == 0)
    let result = StoreWorld.result(look, .authorized, at: now)
    let committed = try OfferedCommit(
      [result], to: store, decider: StoreWorld.decider(), now: now)
    let refused = await code {
      _ = try await store.register(StoreWorld.registration("v"), now: now)
    }
    #expect(refused == .inputOutput)
    guard case .blocked(let reason, _) = store.health() else {
      Issue.record("the store must say that it is blocked")
      return
    }
    #expect(reason.contains("moved or removed"))
    try #require(rename(away, path) == 0)
    #expect(try await committed.value().first??.events.count == 1)
    #expect(store.health() == .writable)
    await store.close()
  }

  @Test("is writable again with the first job after the lock is gone")
  func recovers() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    let foreign = try StoreOnDisk.connect(folder)
    try foreign.run("BEGIN IMMEDIATE")
    let refused = await code {
      _ = try await store.register(StoreWorld.registration("u"), now: now)
    }
    #expect(refused == .locked)
    try foreign.run("ROLLBACK")
    let commits = store.counts().commits
    try await store.giveBack([], now: now)
    #expect(store.counts().commits > commits)
    #expect(store.health() == .writable)
    await store.close()
  }

  @Test("the log grows while another program reads, and no further once that is over")
  func logStays() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    let reader = try StoreOnDisk.connect(folder)
    try reader.run("BEGIN")
    _ = try reader.first("SELECT count(*) FROM credentials") { try $0.integer(0) }
    func grow(_ name: String) async throws -> Int {
      for number in 0..<150 {
        _ = try await store.register(StoreWorld.registration("\(name)\(number)"), now: now)
      }
      return StoreOnDisk.bytes(StoreOnDisk.path(folder) + "-wal").count
    }
    let (first, second) = (try await grow("a"), try await grow("b"))
    #expect(second > first)
    try reader.run("COMMIT")
    let (third, fourth) = (try await grow("c"), try await grow("d"))
    #expect(fourth <= third)
    await store.close()
    #expect(StoreOnDisk.bytes(StoreOnDisk.path(folder) + "-wal").isEmpty)
  }

  @Test("closes though it is locked, and fails what it could not write")
  func closesLocked() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await store.enrol("u", at: now)
    let look = try #require(
      try await store.claim(StoreWorld.request(now + StoreWorld.day)).looks.first)
    let foreign = try StoreOnDisk.connect(folder)
    try foreign.run("BEGIN IMMEDIATE")
    let result = StoreWorld.result(look, .authorized, at: now)
    let committed = try OfferedCommit(
      [result], to: store, decider: StoreWorld.decider(), now: now)
    #expect(
      await code { _ = try await store.register(StoreWorld.registration("v"), now: now) }
        == .locked)
    await store.close()
    let lost = await code { _ = try await committed.value() }
    #expect(lost == .closed)
    try foreign.run("ROLLBACK")
    #expect(await StoreOnDisk.refusal(StoreOnDisk.options(folder)) == nil)
  }

  @Test("one job's failure undoes that job only")
  func oneBadJob() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    let gate = try Gate(store)
    let bad = Task {
      try await store.write(.control) { context in
        _ = try context.register(StoreWorld.registration("bad"), now: StoreWorld.at(.zero))
        throw StoreError(.busy, "made to fail")
      }
    }
    let good = Task { [now] in
      try await store.register(StoreWorld.registration("good"), now: now)
    }
    gate.open()
    #expect(await code { try await bad.value } == .busy)
    #expect(try await good.value.grants.count == 1)
    #expect(try await store.credential(StoreWorld.id("bad")) == nil)
    let batch = try await store.claim(StoreWorld.request(now))
    #expect(batch.looks.map(\.credential) == [StoreWorld.id("good")])
    await store.close()
  }

  @Test("what arrives while the writer is at work shares one commit")
  func groupCommit() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    // The store's own first job is done with this one.
    try await store.giveBack([], now: now)
    let gate = try Gate(store)
    let done = AsyncStream<Bool>.makeStream()
    for number in 0..<50 {
      let job = WriterJob(
        lane: .control, mustBeKept: false, now: now,
        perform: { context in
          _ = try context.register(
            StoreWorld.registration("u\(number)"), now: StoreWorld.at(.zero))
          return { done.continuation.yield(true) }
        }, fail: { _ in done.continuation.yield(false) })
      #expect(store.writes.offer(job, lane: 0, mustBeKept: false) == .accepted)
    }
    let before = store.counts()
    gate.open()
    var results = done.stream.makeAsyncIterator()
    for _ in 0..<50 { #expect(await results.next() == true) }
    // The gate's own transaction, and one for all fifty.
    #expect(store.counts().commits - before.commits == 2)
    #expect(store.counts().jobs - before.jobs == 51)
    await store.close()
  }
}
