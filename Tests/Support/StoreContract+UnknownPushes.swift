package import CredentialCore

extension StoreContract {
  static let unknownPushes = [
    StoreContractCase("a push about nobody is judged when the user is enrolled, and then forgotten")
    {
      store in
      try await store.enrol("other", at: at(0))
      let committed = try await store.push([push("u", consent, at: at(30))], at: at(30))
      try equal(committed.map { $0 == nil }, [true])
      _ = try await store.register(StoreWorld.registration("u"), now: at(31))
      try equal(
        try await store.recall("u", at: at(31)).map(\.push), [.pushAfterReturn])
      try equal(try await store.recall("u", at: at(31)).map(\.push), [])
      try equal(try await store.recall("other", at: at(31)).map(\.push), [])
      let history = try found(try await store.history(of: StoreWorld.id("u")))
      try equal(history.entries.map(\.kind), [.signIn, .push])
    },
    StoreContractCase("what was pushed of before an enrolment comes in its order, each once") {
      store in
      let first = push("u", .conclusive(.accountDisabled), at: at(30))
      let second = push("u", consent, at: at(31))
      for _ in 0..<2 { _ = try await store.push([first, second], at: at(32)) }
      _ = try await store.register(StoreWorld.registration("u"), now: at(33))
      try equal(
        try await store.recall("u", at: at(33)).map(\.push), [.pushAfterReturn, .pushAfterReturn])
      let again = try await store.push([first], at: at(34))
      try equal(again.map { $0?.push }, [.pushAfterReturn])
    },
    StoreContractCase("a push about nobody is kept for 48 hours, a signal not at all") { store in
      _ = try await store.push([push("u", consent, at: at(0))], at: at(0))
      _ = try await store.push([push("v", consent, at: at(1))], at: at(1))
      _ = try await store.push([push("w", .signal(.sessionEnd), at: at(1))], at: at(1))
      for user in ["u", "v", "w"] {
        _ = try await store.register(StoreWorld.registration(user), now: at(49))
      }
      try equal(try await store.recall("u", at: at(49)).count, 0)
      try equal(try await store.recall("v", at: at(49)).count, 1)
      try equal(try await store.recall("w", at: at(49)).count, 0)
    },
    StoreContractCase("what was pushed about nobody goes when the user is forgotten") { store in
      _ = try await store.push([push("u", consent, at: at(0))], at: at(0))
      try equal(
        try await store.forget(StoreWorld.id("u"), force: false, now: at(1)), .notFound)
      _ = try await store.register(StoreWorld.registration("u"), now: at(2))
      try equal(try await store.recall("u", at: at(2)).count, 0)
    },
    StoreContractCase("of pushes about nobody the newest are kept, so many and no more") { store in
      let most = PushMemory.mostUnknown
      let pushes = (0...most).map { push("u\($0)", consent, id: "p\($0)", at: at(0)) }
      for start in stride(from: 0, to: pushes.count, by: 2000) {
        _ = try await store.push(Array(pushes[start..<min(start + 2000, pushes.count)]), at: at(0))
      }
      for user in ["u0", "u1", "u\(most)"] {
        _ = try await store.register(StoreWorld.registration(user), now: at(1))
      }
      try equal(try await store.recall("u0", at: at(1)).count, 0)
      try equal(try await store.recall("u1", at: at(1)).count, 1)
      try equal(try await store.recall("u\(most)", at: at(1)).count, 1)
    },
    StoreContractCase("when the last push of a provider came is known, whatever it said") { store in
      try await store.enrol("u", at: at(0))
      try equal(try await store.clients(of: StoreWorld.apple).pushes.heard, nil)
      _ = try await store.push([push("nobody", consent, at: at(1))], at: at(1))
      try equal(try await store.clients(of: StoreWorld.apple).pushes.heard, at(1))
      try await store.noteHeard(from: StoreWorld.apple, now: at(2))
      try equal(try await store.clients(of: StoreWorld.apple).pushes.heard, at(2))
    },
  ]

  private static func at(_ hours: Double) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }
}

extension CredentialStore {
  /// Has what was pushed about a user before the enrolment judged by the rules of `policy`.
  package func recall(_ subject: String, at now: Moment) async throws -> [Committed] {
    try await recallPushes(
      about: StoreWorld.id(subject), decider: StoreWorld.decider(), now: now)
  }
}
