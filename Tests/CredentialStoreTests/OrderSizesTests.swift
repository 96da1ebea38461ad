internal import CredentialCore
internal import CredentialStore
internal import Support
internal import Testing

@Suite("What an administrator orders, at 10 and at 1,000 users", .timeLimit(.minutes(5)))
struct OrderSizesTests {
  /// Who bears witness for the others.
  private static let good = 10

  private func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  private func entry(_ verb: AuditVerb, _ hours: Int) -> AuditEntry {
    AuditEntry(
      verb, by: Caller(uid: 7), provider: StoreWorld.apple, reason: "a test", at: at(hours))
  }

  /// Answers every look that is due: about those who left, or about the others.
  private func answer(_ store: MemoryStore, _ answer: Answer, at hours: Int) async throws {
    let looks = try await store.claim(StoreWorld.request(at(hours), limit: 2_000)).looks
    let isGood = answer == .authorized
    var results: [LookResult] = []
    for look in looks {
      if look.credential.subject.text.hasPrefix("good") == isGood {
        results.append(StoreWorld.result(look, answer, at: at(hours)))
      } else {
        try await store.giveBack([look], now: at(hours))
      }
    }
    _ = try await store.commit(
      results, decider: StoreWorld.decider(hooks: [StoreWorld.logout]), now: at(hours))
  }

  /// A store that is paused while so many users leave, whose verdicts are proven and kept back.
  private func paused(_ users: Int) async throws -> MemoryStore {
    let store = MemoryStore()
    _ = try await store.pause(entry(.pause, 0), now: at(0))
    for number in 0..<users { try await store.enrol("u\(number)", at: at(0)) }
    for number in 0..<Self.good { try await store.enrol("good\(number)", at: at(0)) }
    for (dead, good) in [(24, 25), (44, 49)] {
      try await answer(store, .dead(.tokenDead), at: dead)
      try await answer(store, .authorized, at: good)
    }
    #expect(try await store.census().holds == [StoreWorld.apple: [.pause: users]])
    return store
  }

  private func settle(_ store: MemoryStore, _ first: HoldStep, at hours: Int) async throws -> [Int]
  {
    var (step, users) = (first, [Int]())
    repeat {
      let page = try await store.settle(
        step, decider: StoreWorld.decider(hooks: [StoreWorld.logout]), now: at(hours))
      users.append(page.users)
      (step.row, step.after) = (page.row, page.next)
    } while step.after != nil
    return users
  }

  @Test(
    "while paused nobody turns; the end of it asks for one look at each, in steps of 200",
    arguments: [10, 1_000])
  func resume(users: Int) async throws {
    let store = try await paused(users)
    #expect(try await store.census().credentials[StoreWorld.apple]?[.revoked] ?? 0 == 0)
    let step = HoldStep(
      .lookAgain, ending: .pause, causes: [.pause], entry: entry(.resume, 69))
    let done = try await settle(store, step, at: 69)
    #expect(done.reduce(0, +) == users && done.allSatisfy { $0 <= 200 })
    let looks = try await store.claim(StoreWorld.request(at(69), limit: 2_000)).looks
    #expect(looks.count { $0.credential.subject.text.hasPrefix("u") } == users)
    #expect(try await store.audit(limit: 9).count == 2, "one row for each order")
    await store.close()
  }

  @Test(
    "whom a release as is logged out is taken back by one event each, and no hook is run",
    arguments: [10, 1_000])
  func revert(users: Int) async throws {
    let store = try await paused(users)
    let turned = try await settle(
      store, HoldStep(.turn, causes: [.pause], entry: entry(.releaseAsIs, 50)), at: 50)
    #expect(turned.reduce(0, +) == users)
    let selection = RevertSelection(provider: StoreWorld.apple, since: at(50))
    let found = try await store.revertible(selection, after: 0).events.map(\.sequence)
    #expect(found.count == users)
    var (row, rest, back) = (Int64?.none, found[...], 0)
    while !rest.isEmpty {
      let step = RevertStep(
        Array(rest.prefix(RevertStep.usersAtOnce)), entry: entry(.revert, 51), row: row)
      rest = rest.dropFirst(RevertStep.usersAtOnce)
      let page = try await store.revert(
        step, decider: StoreWorld.decider(hooks: [StoreWorld.logout]), now: at(51))
      (row, back) = (page.row, back + page.committed.events.count)
    }
    #expect(back == users)
    let due = try await store.dueDeliveries(of: StoreWorld.logout, limit: 2_000, now: at(51))
    for delivery in due.deliveries {
      #expect(try await store.beginAttempt(delivery.id, now: at(51)) == .superseded)
    }
    #expect(due.deliveries.count == users)
    await store.close()
  }
}
