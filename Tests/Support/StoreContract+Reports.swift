internal import CredentialCore

extension StoreContract {
  static let reports = [
    StoreContractCase(
      "what a device saw opens a suspicion, kept with the history, and spends no look"
    ) {
      store in
      try await store.enrol("u", at: at(0))
      let committed = try found(try await store.report("u", .revoked, at: at(1)))
      try equal(committed.report?.rule, .suspectedAlone)
      try equal(committed.events.count, 0)
      try equal(committed.notices.map(\.kind), [.suspicionOpened])
      try equal(committed.nextDue, at(21))
      let user = try found(try await store.credential(StoreWorld.id("u")))
      try equal(user.state, .authorized)
      try equal(user.lastAnswer, "authorized")
      let history = try found(try await store.history(of: user.id))
      try equal(history.entries.map(\.kind), [.signIn, .report])
      try equal(history.entries.last?.ground?.rule, .suspectedAlone)
      for hours in [21, 41] { try await store.look(.dead(.tokenDead), at: at(hours)) }
      try equal(try await store.credential(StoreWorld.id("u"))?.state, .revoked)
    },
    StoreContractCase("a report that only asks has a look made now, within the budget") { store in
      try await store.enrol("u", at: at(0))
      let committed = try found(try await store.report("u", .transferred, at: at(25)))
      try equal(committed.report?.rule, .reportAsksForLook)
      let batch = try await store.claim(StoreWorld.request(at(25)))
      try equal(batch.looks.map(\.purpose), [.manual])
    },
    StoreContractCase("a report about nobody is told apart, one that all is well leaves no trace") {
      store in
      try expect(try await store.report("u", .revoked, at: at(1)) == nil, "there is no such user")
      try await store.enrol("u", at: at(2))
      let committed = try found(try await store.report("u", .authorized, at: at(3)))
      try equal(committed.report?.rule, .reportWell)
      let history = try found(try await store.history(of: StoreWorld.id("u")))
      try equal(history.entries.map(\.kind), [.signIn])
    },
  ]

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }
}

extension CredentialStore {
  fileprivate func report(
    _ subject: String, _ saw: DeviceState, at now: Moment
  ) async throws -> Committed? {
    let report = Report(credential: StoreWorld.id(subject), saw: saw, at: now, received: now)
    return try await apply(report, decider: StoreWorld.decider(), now: now)
  }
}
