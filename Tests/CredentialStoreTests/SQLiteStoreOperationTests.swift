internal import CredentialCore
internal import CredentialStore
internal import SQLite
internal import Support
internal import Testing

@Suite("an operation whose daemon was killed in the middle", .timeLimit(.minutes(5)))
struct SQLiteStoreOperationTests {
  let folder = TemporaryFolder()
  let copy = TemporaryFolder()
  private static let all = Set(Hold.Cause.allCases)

  private func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  private func entry(_ verb: AuditVerb, at now: Moment) -> AuditEntry {
    AuditEntry(verb, by: Caller(uid: 7), provider: StoreWorld.apple, reason: "a test", at: now)
  }

  /// Opens what a process killed just now would leave, beside the running store.
  private func afterKill() async throws -> SQLiteStore {
    StoreOnDisk.copyRemains(of: folder, to: copy)
    return try await SQLiteStore.open(StoreOnDisk.options(copy))
  }

  /// Three users with a verdict each that a pause keeps back.
  private func held() async throws -> SQLiteStore {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    _ = try await store.pause(entry(.pause, at: at(0)), now: at(0))
    for subject in ["a", "b", "c"] { try await store.enrol(subject, at: at(0)) }
    for hours in [24, 44, 64] {
      let looks = try await store.claim(StoreWorld.request(at(hours))).looks
      let results = looks.map { StoreWorld.result($0, .dead(.tokenDead), at: at(hours)) }
      _ = try await store.commit(results, decider: StoreWorld.decider(), now: at(hours))
    }
    #expect(try await store.census().holds == [StoreWorld.apple: [.pause: 3]])
    return store
  }

  @Test("a release as is goes on with those who are left, each turned once")
  func release() async throws {
    let store = try await held()
    let step = HoldStep(
      .turn, causes: Self.all, entry: entry(.releaseAsIs, at: at(65)), limit: 2)
    let first = try await store.settle(step, decider: StoreWorld.decider(), now: at(65))
    #expect(first.users == 2)
    let again = try await afterKill()
    let rest = try await again.settleAll(.releaseAsIs, .turn, at: at(66))
    #expect(rest.map(\.users) == [1])
    let events = try await again.events(after: 3, limit: 9)
    #expect(events.map(\.body.credential.subject.text).sorted() == ["a", "b", "c"])
    let audit = try await again.audit(limit: 2)
    #expect(audit.map(\.number) == [1, 2] && audit.allSatisfy { $0.verb == .releaseAsIs })
    await again.close()
    await store.close()
  }

  @Test("the end of a pause is kept, and the rest of its users are looked at")
  func resume() async throws {
    let store = try await held()
    let step = HoldStep(
      .lookAgain, ending: .pause, causes: [.pause], entry: entry(.resume, at: at(65)), limit: 2)
    _ = try await store.settle(step, decider: StoreWorld.decider(), now: at(65))
    let again = try await afterKill()
    #expect(try await again.restraints().pauses.isEmpty)
    let rest = try await again.settleAll(.resume, .lookAgain, ending: .pause, at: at(66))
    #expect(rest.map(\.users).reduce(0, +) == 3)
    // As soon as the budget has room: the extra look of hour 44 counts for a day.
    let looks = try await again.claim(StoreWorld.request(at(68))).looks
    #expect(looks.map(\.credential.subject.text).sorted() == ["a", "b", "c"])
    await again.close()
    await store.close()
  }

  @Test("taking back goes on with those who are left, each in one event")
  func revert() async throws {
    let store = try await held()
    _ = try await store.settleAll(.releaseAsIs, .turn, at: at(65))
    let selection = RevertSelection(provider: StoreWorld.apple, since: at(60))
    let found = try await store.revertible(selection, after: 0).events.map(\.sequence)
    #expect(found.count == 3)
    let step = RevertStep(Array(found.prefix(2)), entry: entry(.revert, at: at(66)), row: nil)
    _ = try await store.revert(step, decider: StoreWorld.decider(), now: at(66))
    let again = try await afterKill()
    let left = try await again.revertible(selection, after: 0).events.map(\.sequence)
    #expect(left == Array(found.suffix(1)))
    let rest = RevertStep(found, entry: entry(.revert, at: at(67)), row: nil)
    #expect(try await again.revert(rest, decider: StoreWorld.decider(), now: at(67)).users == 1)
    let undone = try await again.events(after: found.last ?? 0, limit: 9).compactMap(\.body.undoes)
    #expect(undone == found)
    await again.close()
    await store.close()
  }

  @Test("a pause and a baseline are there after a restart, with who, when and how many")
  func restart() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    var policy = StoreWorld.policy
    policy.hasBaseline = true
    _ = try await store.register(StoreWorld.registration("u"), now: at(0))
    let look = try #require(try await store.claim(StoreWorld.request(at(0))).looks.first)
    _ = try await store.commit(
      [StoreWorld.result(look, .dead(.tokenDead), at: at(0))],
      decider: StoreWorld.decider(policy: policy), now: at(0))
    _ = try await store.pause(entry(.pause, at: at(1)), now: at(1))
    let again = try await afterKill()
    let restraints = try await again.restraints()
    let pause = Pause(since: at(1), by: Caller(uid: 7), reason: "a test")
    #expect(restraints.pauses == [StoreWorld.apple: pause])
    #expect(restraints.baselines == [StoreWorld.apple: Baseline(since: at(0), negatives: 1)])
    await again.close()
    await store.close()
  }

  @Test("what was released, and how long it and a suspicion wait, is there after a restart")
  func waits() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await StoreContract.held(store)
    _ = try await store.settleAll(.release, .lookAgain, subject: "a", at: at(50))
    try await store.answer(["f": .dead(.tokenDead)], at: at(50))
    let again = try await afterKill()
    let released = try await again.credential(StoreWorld.id("a"))?.grants.first?.suspicion?.hold
    #expect(released == Hold(.brake, since: at(49), released: at(50)))
    #expect(try await again.longestWaits(of: StoreWorld.apple).heldSince == at(49))
    let book = try await again.clients(of: StoreWorld.apple)
    #expect(try await store.clients(of: StoreWorld.apple) == book)
    #expect(book.standings.values.map(\.suspected) == [4])
    #expect(
      try await again.longestWaits(of: StoreWorld.apple)
        == store.longestWaits(of: StoreWorld.apple))
    await again.close()
    await store.close()
  }

  @Test("a provider that was watched before there were baselines has none")
  func migration() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await store.enrol("u", at: at(0))
    await store.close()
    try StoreOnDisk.connect(folder).execute(StoreOnDisk.withoutClients)
    let again = try await SQLiteStore.open(StoreOnDisk.options(folder))
    _ = try await again.register(StoreWorld.registration("v"), now: at(1))
    #expect(try await again.restraints() == Restraints())
    await again.close()
  }
}
