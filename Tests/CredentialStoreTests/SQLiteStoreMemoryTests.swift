internal import CredentialCore
internal import Support
internal import Testing

@testable internal import CredentialStore

@Suite("what a store knows of canaries and clocks, over restarts", .timeLimit(.minutes(5)))
struct SQLiteStoreMemoryTests {
  let folder = TemporaryFolder()

  private func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  private func open() async throws -> SQLiteStore {
    try await SQLiteStore.open(StoreOnDisk.options(folder))
  }

  private func enrolled(_ subjects: [String]) async throws -> SQLiteStore {
    let store = try await open()
    try await store.noteClock(StoreWorld.reading(at(0)))
    for subject in subjects { try await store.enrol(subject, at: at(0)) }
    return store
  }

  @Test("failing canaries and the freeze are there after a restart")
  func canaries() async throws {
    let store = try await enrolled(["a", "b", "c"])
    var policy = StoreWorld.policy
    policy.canaries = ["a", "b"].map { StoreWorld.id($0).subject }
    let rules = Decider(policies: [StoreWorld.apple: policy], hooks: [])
    let dead = Answer.dead(.tokenDead)
    try await store.answer(["a": dead, "b": dead], at: at(24), by: rules)
    let before = try await store.clients(of: StoreWorld.apple)
    #expect(before.frozenSince == at(24) && before.mostFail(of: policy.canaries))
    await store.close()
    let again = try await open()
    #expect(try await again.clients(of: StoreWorld.apple) == before)
    await again.close()
  }

  /// Whether a second dead answer after a restart, at which the clocks stand so, revokes.
  private func isRevoked(ahead: Duration, boot: String) async throws -> Bool {
    let store = try await enrolled(["a", "b", "c", "u"])
    try await store.answer(["u": .dead(.tokenDead)], at: at(24))
    try await store.answer(["a": .authorized], at: at(25))
    await store.close()
    let again = try await open()
    try await again.noteClock(StoreWorld.reading(at(48), ahead: ahead, boot: boot))
    try await again.answer(["u": .dead(.tokenDead)], at: at(48))
    try await again.answer(["b": .authorized], at: at(49))
    let state = try await again.credential(StoreWorld.id("u"))?.state
    await again.close()
    return state == .revoked
  }

  @Test("a step of the clock while the daemon was off is noticed, of the same start of the machine")
  func whileOff() async throws {
    #expect(try await !isRevoked(ahead: StoreWorld.hour * 23, boot: "first"))
  }

  @Test("without a step a restart of the daemon changes nothing")
  func restart() async throws {
    #expect(try await isRevoked(ahead: .zero, boot: "first"))
  }

  @Test("after a start of the machine the clock is taken as it is")
  func reboot() async throws {
    #expect(try await isRevoked(ahead: StoreWorld.hour * 23, boot: "second"))
  }

  @Test("what is known of the clock costs one commit, and nothing while it goes as it should")
  func quiet() async throws {
    let store = try await enrolled(["a"])
    let before = store.counts().commits
    for hours in 1..<100 { try await store.noteClock(StoreWorld.reading(at(hours))) }
    #expect(store.counts().commits == before)
    await store.close()
  }
}
