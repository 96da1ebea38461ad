package import CredentialCore

extension StoreContract {
  static let pushes = [
    StoreContractCase("a push turns a user at once, with its event, delivery and history") {
      store in
      try await store.enrol("u", at: at(0))
      let committed = try await store.push(
        [push("u", consent, at: at(30))], hooks: [StoreWorld.logout], at: at(30))
      let outcome = try found(try found(committed.first))
      try equal(outcome.push, .pushTurned)
      try equal(outcome.events.map(\.body.newState), [.revoked])
      try equal(outcome.events.map(\.sequence), [2])
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try equal(user.reason, .consentWithdrawn)
      try equal(user.stateEvent, 2)
      try equal(user.lastPush, at(30))
      try equal(user.grants.map(\.status), [.dead])
      try equal(user.grants.map(\.given), [at(0)])
      let due = try await store.dueDeliveries(of: StoreWorld.logout, limit: 9, now: at(30))
      try equal(due.deliveries.map(\.event), outcome.events)
      let history = try found(try await store.history(of: user.id))
      try equal(history.entries.map(\.kind), [.signIn, .push])
      try equal(history.entries.last?.ground?.rule, .pushTurned)
      try equal(history.nextLook, at(54))
      try equal(try await store.clients(of: StoreWorld.apple)[client].members, 0)
    },
    StoreContractCase("the same push again changes nothing and is answered the same") { store in
      try await store.enrol("u", at: at(0))
      let first = push("u", .signal(.sessionEnd), at: at(30))
      let twice = try await store.push([first, first], at: at(30))
      try equal(twice.map { $0?.events.count }, [1, 0])
      try equal(twice.map { $0?.push }, [.signalPublished, .signalPublished])
      let again = try await store.push([first], at: at(100))
      try equal(again.map { $0?.events.count }, [0])
      let other = try await store.push(
        [push("u", .signal(.sessionEnd), id: "other", at: at(30))], at: at(100))
      try equal(other.map { $0?.events.count }, [1])
      let late = try await store.push([first], at: at(30 + 24 * 8))
      try equal(late.map { $0?.events.count }, [1])
    },
    StoreContractCase("a push about nobody is told apart, and counts when the user is known") {
      store in
      let early = push("u", consent, at: at(30))
      try equal(try await store.push([early], at: at(30)).map { $0 == nil }, [true])
      try await store.enrol("u", at: at(10))
      try equal(
        try await store.push([early], at: at(31)).compactMap { $0 }.flatMap(\.events).count, 1)
    },
    StoreContractCase("a push of before the newest token has a look made now, and no verdict") {
      store in
      try await store.enrol("u", at: at(10))
      let committed = try await store.push([push("u", consent, at: at(9))], at: at(12))
      try equal(committed.map { $0?.push }, [.pushAfterReturn])
      try equal(committed.map { $0?.notices.map(\.kind) }, [[.pushPassedOver]])
      let batch = try await store.claim(StoreWorld.request(at(12)))
      try equal(batch.looks.map(\.purpose), [.manual])
      try equal(try await store.credential(StoreWorld.id("u"))?.state, .authorized)
    },
    StoreContractCase("a look that was sent before the push cannot take it back") { store in
      try await store.enrol("u", at: at(0))
      let look = try found(try await store.claim(StoreWorld.request(at(24))).looks.first)
      _ = try await store.push([push("u", consent, at: at(24))], at: at(24))
      _ = try await store.commit(
        [StoreWorld.result(look, .authorized, at: at(25))], decider: StoreWorld.decider(),
        now: at(25))
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try equal(user.state, .revoked)
      try equal(try await store.census().sequence, 2)
    },
    StoreContractCase("an account that was deleted keeps no token, and no look is made") { store in
      try await store.enrol("u", at: at(0))
      let deleted = push("u", .conclusive(.accountDeleted), at: at(1))
      _ = try await store.push([deleted], at: at(1))
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try equal(user.state, .notFound)
      try expect(user.grants.isEmpty, "its tokens are destroyed")
      let batch = try await store.claim(StoreWorld.request(at(500)))
      try expect(batch.looks.isEmpty && batch.planned == 0, "nobody is asked")
    },
    StoreContractCase("what one push did an administrator takes back") { store in
      try await store.enrol("u", at: at(0))
      _ = try await store.push([push("u", consent, at: at(30))], at: at(30))
      let page = try await store.revertible(
        RevertSelection(provider: StoreWorld.apple, since: at(29)), after: 0)
      let entry = AuditEntry(
        .revert, by: Caller(uid: 7), provider: StoreWorld.apple, reason: "a test", at: at(31))
      let step = RevertStep(page.events.map(\.sequence), entry: entry, row: nil)
      let reverted = try await store.revert(step, decider: StoreWorld.decider(), now: at(31))
      try equal(reverted.committed.events.map(\.body.undoes), [2])
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try equal(user.state, .authorized)
      try equal(user.grants.map(\.status), [.live])
    },
  ]

  static let consent = PushNews.conclusive(.consentWithdrawn)

  private static let client = ClientID(validBytes: Array("com.example.app".utf8))

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  /// A push about a user of `apple`; its id is made of what it says.
  package static func push(
    _ subject: String, _ news: PushNews, id: String? = nil, at moment: Moment
  ) -> Push {
    Push(
      credential: StoreWorld.id(subject),
      id: id ?? "\(subject) \(news.word) \(moment.milliseconds)", news: news, at: moment,
      received: moment, evidence: Evidence("apple: \(news.word)"))
  }
}

extension CredentialStore {
  /// Has pushes judged by the rules of `policy`.
  package func push(
    _ pushes: [Push], hooks: [HookName] = [], policy: ProviderPolicy = StoreWorld.policy,
    at now: Moment
  ) async throws -> [Committed?] {
    try await apply(pushes, decider: StoreWorld.decider(hooks: hooks, policy: policy), now: now)
  }
}
