internal import CredentialCore
internal import SQLite
internal import Support
internal import Testing

@testable internal import CredentialStore

@Suite("who bears witness, on disk", .timeLimit(.minutes(5)))
struct SQLiteStoreControlTests {
  let folder = TemporaryFolder()
  let user = StoreWorld.id("u")

  private func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  private func crowd() async throws -> SQLiteStore {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    for subject in ["a", "b", "c", "u"] { try await store.enrol(subject, at: at(0)) }
    try await store.answer(["u": .dead(.tokenDead)], at: at(24))
    return store
  }

  /// Answers as a healthy provider that knows `user` no more; the verdict must fall at the end.
  private func goOn(_ store: SQLiteStore) async throws {
    try await store.answer(["a": .authorized], at: at(25))
    try await store.answer(["u": .dead(.tokenDead)], at: at(44))
    #expect(try await store.credential(user)?.state == .authorized)
    let committed = try await store.answer(["b": .authorized], at: at(45))
    #expect(committed.flatMap(\.events).map(\.body.evidence.summary) == ["400 invalid_grant"])
    #expect(try await store.credential(user)?.state == .revoked)
  }

  @Test("a suspicion waits for its control over a restart")
  func restart() async throws {
    let store = try await crowd()
    await store.close()
    let again = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await goOn(again)
    await again.close()
  }

  @Test("a store made before witnesses were asked for keeps its suspicions and knows its members")
  func older() async throws {
    let store = try await crowd()
    await store.close()
    do {
      let connection = try StoreOnDisk.connect(folder)
      try connection.execute(StoreOnDisk.withoutClients)
    }
    let again = try await SQLiteStore.open(StoreOnDisk.options(folder))
    let proofs = try await again.credential(user)?.grants.first?.suspicion?.proofs
    #expect(proofs == [Proof(answered: at(24))])
    try await goOn(again)
    await again.close()
  }

  @Test("a commit that failed leaves the count of members as it was")
  func rollBack() async throws {
    let store = try await crowd()
    _ = try await store.register(StoreWorld.registration("v"), now: at(25))
    let looks = try await store.claim(StoreWorld.request(at(25))).looks
    let new = try #require(looks.first { $0.credential == StoreWorld.id("v") })
    do {
      let connection = try StoreOnDisk.connect(folder)
      try connection.execute("DROP TABLE events")
    }
    let result = StoreWorld.result(new, .authorized, at: at(25))
    await #expect(throws: StoreError.self) {
      _ = try await store.commit([result], decider: StoreWorld.decider(), now: at(25))
    }
    await store.close()
    let connection = try StoreOnDisk.connect(folder)
    let members = try connection.first("SELECT members FROM clients") { try $0.integer(0) }
    #expect(members == 4)
  }

  @Test("proofs come back as they were, and damage is noticed")
  func text() {
    let proofs = [Proof(answered: at(1), control: at(2)), Proof(answered: at(3))]
    #expect(ProofText.proofs(in: ProofText.text(of: proofs)) == proofs)
    #expect(ProofText.proofs(in: "") == [])
    for text in ["x", "1+", "+1", "1+2+3", "1,2"] { #expect(ProofText.proofs(in: text) == nil) }
  }
}
