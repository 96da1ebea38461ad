internal import CredentialCore

extension StoreContract {
  static let waits = [
    StoreContractCase("the verdict that is kept back for longest is known, until none is") {
      store in
      try equal(try await store.longestWaits(of: StoreWorld.apple), LongestWaits())
      try await held(store)
      try equal(
        try await store.longestWaits(of: StoreWorld.apple), LongestWaits(heldSince: at(49)))
      _ = try await store.settleAll(.discard, .drop, subject: "a", at: at(50))
      try equal(try await store.longestWaits(of: StoreWorld.apple).heldSince, at(49))
      _ = try await store.settleAll(.discard, .drop, at: at(51))
      try equal(try await store.longestWaits(of: StoreWorld.apple), LongestWaits())
    },
    StoreContractCase("what mode observe keeps back is no wait") { store in
      var policy = StoreWorld.policy
      policy.mode = .observe
      for subject in ["a", "b", "c", "d", "e"] { try await store.enrol(subject, at: at(0)) }
      for (dead, well) in [(24, 25), (48, 49)] {
        let rules = StoreWorld.decider(policy: policy)
        try await store.answer(["a": .dead(.tokenDead)], at: at(dead), by: rules)
        try await store.answer(["b": .authorized], at: at(well), by: rules)
      }
      try equal(try await store.census().holds, [StoreWorld.apple: [.observe: 1]])
      try equal(try await store.longestWaits(of: StoreWorld.apple), LongestWaits())
    },
    StoreContractCase("how long a suspected user waits for a witness, over answers and witnesses") {
      store in
      for subject in ["a", "b", "c", "d", "e"] { try await store.enrol(subject, at: at(0)) }
      let first = try await store.answer(["a": .dead(.tokenDead)], at: at(24))
      try expect(first.allSatisfy(\.hasAwaiting), "it waits")
      try equal(try await waiting(store), at(24))
      let witnessed = try await store.answer(["b": .authorized], at: at(47))
      try expect(!witnessed.contains { $0.hasAwaiting }, "nobody waits")
      try equal(try await waiting(store), nil)
      for hours in [48, 72, 97] {
        try await store.answer(["a": .dead(.tokenDead)], at: at(hours))
        try equal(try await waiting(store), at(47))
      }
    },
    StoreContractCase("where nobody can bear witness nobody waits for one") { store in
      for subject in ["a", "b", "c"] { try await store.enrol(subject, at: at(0)) }
      let committed = try await store.answer(["a": .dead(.tokenDead)], at: at(24))
      try expect(!committed.contains { $0.hasAwaiting }, "three days decide")
      try equal(try await waiting(store), nil)
    },
    StoreContractCase("all that were released turn by fresh looks, more than the brake lets pass") {
      store in
      try await held(store)
      _ = try await store.settleAll(.release, .lookAgain, ending: .brakes, at: at(50))
      let dead = Answer.dead(.tokenDead)
      try await store.answer(["a": dead, "b": dead, "c": dead], at: at(50))
      let committed = try await store.answer(["f": .authorized], at: at(73))
      let turned = committed.flatMap(\.events).map(\.body.credential).sorted()
      try equal(turned, ["a", "b", "c"].map { StoreWorld.id($0) })
      try equal(committed.compactMap(\.brake).count, 0)
      let book = try await store.clients(of: StoreWorld.apple)
      try equal(book.standings.values.map(\.brake), [nil])
      try equal(book.standings.values.map(\.suspected), [0])
    },
  ]

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  private static func waiting(_ store: any CredentialStore) async throws -> Moment? {
    let client = ClientID(validBytes: Array("com.example.app".utf8))
    return try await store.longestWaits(of: StoreWorld.apple).witnessSince[client]
  }
}
