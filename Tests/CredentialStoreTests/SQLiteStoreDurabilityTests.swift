internal import CredentialCore
internal import CredentialStore
internal import Support
internal import Testing

@Suite("a store on disk whose daemon was killed", .timeLimit(.minutes(5)))
struct SQLiteStoreDurabilityTests {
  let start = StoreWorld.at(.zero)

  let folder = TemporaryFolder()
  let copy = TemporaryFolder()

  /// Opens what a process killed just now would leave, beside the running store.
  private func afterKill() async throws -> SQLiteStore {
    StoreOnDisk.copyRemains(of: folder, to: copy)
    return try await SQLiteStore.open(StoreOnDisk.options(copy))
  }

  @Test("has every state, event and delivery whose call returned")
  func everythingCommitted() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await store.enrol("u", at: start, account: "joe", hooks: [StoreWorld.logout])
    try await store.revoke(since: start, hooks: [StoreWorld.logout])
    let user = try await store.credential(StoreWorld.id("u"))
    let events = try await store.events(after: 0, limit: 10)
    let census = try await store.census()
    let again = try await afterKill()
    #expect(again.generation == store.generation)
    #expect(try await again.credential(StoreWorld.id("u")) == user)
    #expect(try await again.events(after: 0, limit: 10) == events)
    #expect(try await again.census() == census)
    var numbers = again.publishedSequences().makeAsyncIterator()
    #expect(await numbers.next() == 2)
    await again.close()
    await store.close()
    #expect(user?.state == .revoked)
  }

  @Test("still knows what was pushed about nobody, and judges it at the enrolment")
  func unknownPush() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    let push = StoreContract.push("u", .conclusive(.accountDeleted), at: start)
    #expect(try await store.push([push], at: start).map { $0 == nil } == [true])
    let again = try await afterKill()
    _ = try await again.register(StoreWorld.registration("u"), now: start + StoreWorld.hour)
    let judged = try await again.recall("u", at: start + StoreWorld.hour)
    #expect(judged.map(\.push) == [.pushAfterReturn])
    await again.close()
    await store.close()
  }

  @Test("counts a claim whose outcome is not known as spent")
  func claimIsSpent() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await store.enrol("u", at: start)
    let now = start + StoreWorld.day
    #expect(try await store.claim(StoreWorld.request(now)).looks.count == 1)
    let again = try await afterKill()
    let batch = try await again.claim(StoreWorld.request(now))
    #expect(batch.looks.isEmpty)
    #expect(batch.nextDue == now + StoreWorld.day)
    // The extra look is left, and no more.
    let user = StoreWorld.id("u")
    #expect(
      try await again.requestCheck(user, policy: StoreWorld.policy, now: now) == .accepted)
    try await again.look(.authorized, at: now)
    #expect(
      try await again.requestCheck(user, policy: StoreWorld.policy, now: now)
        == .budgetSpent(until: now + StoreWorld.day))
    await again.close()
    await store.close()
  }

  @Test("lists the attempt that was started, once, and closes it by its outcome")
  func openAttempt() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    try await store.enrol("u", at: start, hooks: [StoreWorld.logout])
    let id = Delivery.ID(sequence: 1, hook: StoreWorld.logout)
    _ = try await store.beginAttempt(id, now: start)
    let again = try await afterKill()
    let open = try await again.openAttempts()
    #expect(open.map(\.id) == [id])
    #expect(open.first?.attempts == 1)
    let due = try await again.dueDeliveries(of: StoreWorld.logout, limit: 5, now: start)
    #expect(due.deliveries.isEmpty)
    let counted = try await again.finishAttempt(
      id, attempt: 1, outcome: AttemptOutcome(.done, detail: ""), disposition: .closed(.done),
      now: start)
    #expect(counted == .recorded)
    await again.close()
    await store.close()
  }

  @Test("keeps each user's slot over restarts")
  func slotsStay() async throws {
    let options = StoreOnDisk.options(folder)
    for number in 0..<5 {
      let store = try await SQLiteStore.open(options)
      try await store.enrol("u\(number)", at: start + StoreWorld.hour * number)
      await store.close()
    }
    let store = try await SQLiteStore.open(options)
    for number in 0..<5 {
      let due = start + StoreWorld.day + StoreWorld.hour * number
      let early = try await store.claim(StoreWorld.request(due - .seconds(1)))
      #expect(early.looks.isEmpty)
      #expect(early.nextDue == due)
      try await store.look(.authorized, at: due)
    }
    await store.close()
  }
}
