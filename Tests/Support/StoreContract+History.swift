internal import CredentialCore

extension StoreContract {
  static let history = [
    StoreContractCase("a revoked user is explained from sign-in to hook, others well") { store in
      let hooks = [StoreWorld.logout]
      for subject in ["a", "b", "c", "u"] { try await store.enrol(subject, at: at(0)) }
      for (dead, well) in [(24, 25), (44, 49)] {
        try await store.answer(["u": .dead(.tokenDead)], at: at(dead), hooks: hooks)
        try await store.answer(good, at: at(well), hooks: hooks)
      }
      let due = try await store.dueDeliveries(of: StoreWorld.logout, limit: 5, now: at(49))
      let delivery = try found(due.deliveries.first).id
      _ = try await store.beginAttempt(delivery, now: at(50))
      _ = try await store.finishAttempt(
        delivery, attempt: 1, outcome: AttemptOutcome(.done, detail: "exit status 0; stdout: x"),
        disposition: .closed(.done), now: at(50))
      let told = try found(try await store.history(of: user))
      try equal(told.entries.map(\.kind), [.signIn, .look, .witness, .look, .witness])
      try equal(
        told.entries.map { $0.ground?.rule }, [nil, .suspected, .witnessed, .counted, .proven])
      try equal(told.entries.map(\.at), [0, 24, 25, 44, 49].map { at($0) })
      try equal(told.entries[1].evidence, Evidence("400 invalid_grant"))
      try equal(told.events.map(\.body.newState), [.authorized, .revoked])
      try equal(told.deliveries.map(\.status), [.done])
      try equal(told.deliveries.first?.ending, "exit status 0")
      try equal(told.leftOut, 0)
      try equal(told.unreadable, 0)
      try equal(told.nextLook, at(49 + 24))
    },
    StoreContractCase("a healthy user adds nothing to the history, however long") { store in
      try await store.enrol("u", at: at(0))
      for day in 1...40 { try await store.look(.authorized, at: at(day * 24)) }
      let told = try found(try await store.history(of: user))
      try equal(told.entries.map(\.kind), [.signIn])
      try equal(told.events.count, 1)
    },
    StoreContractCase("what failed in a row is one entry; a success after it another") { store in
      try await store.enrol("u", at: at(0))
      for day in 1...5 { try await store.look(.transient(retryAfter: nil), at: at(day * 25)) }
      try await store.look(.authorized, at: at(6 * 25))
      let told = try found(try await store.history(of: user))
      try equal(told.entries.map { $0.ground?.rule }, [nil, .nothingLearnt, .confirmed])
      try equal(told.entries.map(\.looks), [1, 5, 1])
      try equal(told.entries[1].last, at(5 * 25))
    },
    StoreContractCase("of much that happened the latest is kept, and how much is gone is told") {
      store in
      for number in 0..<30 {
        _ = try await store.register(StoreWorld.registration("u"), now: at(number))
      }
      let many = try found(try await store.history(of: user))
      try equal(many.entries.map(\.at), (22..<30).map { at($0) })
      try equal(many.leftOut, 22)
    },
    StoreContractCase("a release and a discard are told; a forgotten user's history is gone") {
      store in
      for subject in ["a", "b", "c", "u", "v", "w", "x"] {
        try await store.enrol(subject, at: at(0))
      }
      let gone: [String: Answer] = [
        "u": .dead(.tokenDead), "v": .dead(.tokenDead), "w": .dead(.tokenDead),
      ]
      for (dead, well) in [(24, 25), (44, 49)] {
        try await store.answer(gone, at: at(dead))
        try await store.answer(good, at: at(well))
      }
      _ = try await store.settleAll(.release, .lookAgain, ending: .brakes, at: at(50))
      _ = try await store.settleAll(.discard, .drop, subject: "u", at: at(51))
      let told = try found(try await store.history(of: user))
      try equal(told.entries.suffix(3).map(\.kind), [.witness, .released, .discarded])
      try equal(told.entries.last?.answer, "discard")
      try equal(told.entries.last?.evidence, Evidence("uid 7: a test"))
      try equal(told.entries.suffix(3).first?.ground?.rule, .heldByBrake)
      try expect(told.isRequested && told.nextLook == at(50), "a look was asked for")
      _ = try await store.forget(user, force: false, now: at(52))
      try expect(try await store.history(of: user) == nil, "it must be gone")
      _ = try await store.register(StoreWorld.registration("u"), now: at(53))
      try equal(try await store.history(of: user)?.entries.map(\.kind), [.signIn])
      try equal(try await store.history(of: user)?.events.count, 0)
    },
    StoreContractCase("a look whose answer is awaited is told with its purpose") { store in
      try await store.enrol("u", at: at(0))
      _ = try await store.claim(StoreWorld.request(at(24)))
      let told = try found(try await store.history(of: user))
      try equal(told.inFlight?.purpose, .scheduled)
      try equal(told.inFlight?.since, at(24))
    },
  ]

  private static let user = StoreWorld.id("u")
  private static let good: [String: Answer] = [
    "a": .authorized, "b": .authorized, "c": .authorized,
  ]

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }
}
