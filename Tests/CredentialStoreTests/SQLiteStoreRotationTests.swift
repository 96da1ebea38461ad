internal import CredentialCore
internal import SQLite
internal import Support
internal import Testing

@testable internal import CredentialStore

@Suite("a store on disk and rotating tokens", .timeLimit(.minutes(5)))
struct SQLiteStoreRotationTests {
  private let folder = TemporaryFolder()
  private let copy = TemporaryFolder()
  private let start = StoreWorld.at(.zero)
  private let policy: ProviderPolicy = {
    var policy = StoreWorld.policy
    policy.rotation = .rotating(grace: .zero)
    return policy
  }()

  private var decider: Decider { StoreWorld.decider(policy: policy) }

  private func look(_ store: SQLiteStore, at now: Moment) async throws -> Look {
    let request = ClaimRequest(
      provider: StoreWorld.apple, policy: policy, limit: 1, now: now)
    return try #require(try await store.claim(request).looks.first)
  }

  private func result(_ look: Look, new: String, at now: Moment) -> LookResult {
    LookResult(
      look: look, answer: .authorized, mayHaveBeenSent: true, answered: now,
      evidence: Evidence("200"), replacement: Secret(Array(new.utf8)))
  }

  /// A user whose first token was replaced by `t2`.
  private func enrolled(_ options: SQLiteStoreOptions) async throws -> SQLiteStore {
    let store = try await SQLiteStore.open(options)
    _ = try await store.register(StoreWorld.registration("u", token: "t1"), now: start)
    let first = result(try await look(store, at: start), new: "t2", at: start)
    _ = try await store.commit([first], decider: decider, now: start)
    return store
  }

  /// Opens what a process killed just now would leave, beside the running store.
  private func afterKill() async throws -> SQLiteStore {
    StoreOnDisk.copyRemains(of: folder, to: copy)
    return try await SQLiteStore.open(StoreOnDisk.options(copy))
  }

  @Test("killed after a claim: the token is lost, told of once, and never presented again")
  func killedAfterClaim() async throws {
    let store = try await enrolled(StoreOnDisk.options(folder))
    let now = start + StoreWorld.day
    _ = try await look(store, at: now)
    let again = try await afterKill()
    let request = ClaimRequest(
      provider: StoreWorld.apple, policy: policy, limit: 5, now: now + StoreWorld.day * 2)
    #expect(try await again.claim(request).looks.isEmpty)
    let answers = try await again.giveUpAnswers(of: StoreWorld.apple, decider: decider, now: now)
    #expect(answers.users == 1)
    #expect(answers.committed.flatMap(\.events).map(\.body.kind) == [.rotationLost])
    let user = try #require(try await again.credential(StoreWorld.id("u")))
    #expect(user.state == .authorized && user.grants.map(\.status) == [.lost])
    let next = try await again.giveUpAnswers(of: StoreWorld.apple, decider: decider, now: now)
    #expect(next.users == 1 && next.committed.isEmpty)
    #expect(try await again.claim(request).looks.isEmpty)
    await again.close()
    await store.close()
  }

  @Test("killed after the commit: the new token is used, and the old one is gone from the file")
  func killedAfterCommit() async throws {
    let store = try await enrolled(StoreOnDisk.options(folder))
    let now = start + StoreWorld.day
    let second = result(try await look(store, at: now), new: "t3", at: now)
    _ = try await store.commit([second], decider: decider, now: now)
    let again = try await afterKill()
    let answers = try await again.giveUpAnswers(of: StoreWorld.apple, decider: decider, now: now)
    #expect(answers.users == 0 && answers.committed.isEmpty)
    let next = try await look(again, at: now + StoreWorld.day)
    #expect(next.token.withBytes { $0 } == Array("t3".utf8))
    await again.close()
    await store.close()
  }

  @Test("a replacement token waits for room on a full disk and is not lost")
  func full() async throws {
    var options = StoreOnDisk.options(folder)
    options.maxPageCount = 75
    let store = try await enrolled(options)
    let now = start + StoreWorld.day
    let asked = try await look(store, at: now)
    // Longer than all the room there is.
    let token = String(repeating: "n", count: 300_000)
    let committed = try OfferedCommit(
      [result(asked, new: token, at: now)], to: store, decider: decider, now: now)
    var refused: StoreError?
    do {
      _ = try await store.register(StoreWorld.registration("v"), now: now)
    } catch { refused = error as? StoreError }
    #expect(refused?.code == .full)
    guard case .blocked = store.health() else {
      Issue.record("the store must say that it is blocked")
      return
    }
    try await store.write(.control) { try $0.connection.set(.maxPageCount, to: 1_000) }
    #expect(try await committed.value().first??.events.isEmpty == true)
    let next = try await look(store, at: now + StoreWorld.day)
    #expect(next.token.count == 300_000)
    await store.close()
  }

  @Test("a replacement token is kept though the row of its user cannot be read")
  func unreadable() async throws {
    let store = try await enrolled(StoreOnDisk.options(folder))
    let now = start + StoreWorld.day
    let asked = try await look(store, at: now)
    let other = try StoreOnDisk.connect(folder)
    try other.run("UPDATE credential_details SET reason = 'nonsense'")
    let outcome = try await store.commit(
      [result(asked, new: "t3", at: now)], decider: decider, now: now)
    #expect(outcome.count == 1 && outcome[0] == nil)
    try other.run("UPDATE credential_details SET reason = 'confirmed'")
    try other.run("UPDATE grants SET status = 'live', presented = NULL, presented_before = NULL")
    await store.close()
    let again = try await SQLiteStore.open(StoreOnDisk.options(folder))
    let next = try await look(again, at: now + StoreWorld.day * 2)
    #expect(next.token.withBytes { $0 } == Array("t3".utf8))
    await again.close()
  }
}
