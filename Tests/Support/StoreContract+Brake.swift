internal import CredentialCore

extension StoreContract {
  static let brake = [
    StoreContractCase(
      "too many at once are held; the state stays, and a release has them looked at"
    ) { store in
      try await crowd(store)
      let committed = try await store.answer(many(dead), at: at(24))
      let changes = committed.compactMap(\.brake)
      try equal(changes.count, 1)
      try equal(changes.first?.client, ClientID(validBytes: Array("com.example.app".utf8)))
      try equal(changes.first?.brake?.count, 3)
      try await store.answer(good, at: at(25))
      try await store.answer(many(dead), at: at(44))
      let held = try await store.answer(good, at: at(49))
      try expect(held.allSatisfy(\.events.isEmpty), "nobody must turn")
      try equal(held.flatMap(\.notices).count { $0.kind == .verdictWithheld }, 3)
      let page = try await store.credentials(CredentialQuery(isHeld: true, limit: 9))
      try equal(page.map(\.id.subject.text), ["a", "b", "c"])
      try equal(page.map(\.state), [.authorized, .authorized, .authorized])
      try equal(page.first?.grants.first?.suspicion?.hold, Hold(.brake, since: at(49)))
      let pages = try await store.settleAll(.release, .lookAgain, ending: .brakes, at: at(50))
      try equal(pages.map(\.users), [2, 1])
      let looks = try await store.claim(StoreWorld.request(at(50))).looks
        .filter { !["f", "g"].contains($0.credential.subject.text) }
      try equal(looks.map(\.credential.subject.text).sorted(), ["a", "b", "c"])
      try equal(looks.map(\.purpose), [.manual, .manual, .manual])
      let standing = try await store.clients(of: StoreWorld.apple)
      try equal(standing.standings.values.map(\.brake), [nil])
    },
    StoreContractCase("a discarded verdict is gone; of nobody and of one not held it is said") {
      store in
      try await crowd(store)
      for subject in ["x", "a"] {
        let none = try await store.settleAll(.discard, .drop, subject: subject, at: at(1))
        try equal(none.map(\.users), [0])
      }
      for (dead, well) in [(24, 25), (44, 49)] {
        try await store.answer(many(.dead(.tokenDead)), at: at(dead))
        try await store.answer(good, at: at(well))
      }
      let dropped = try await store.settleAll(.discard, .drop, subject: "a", at: at(50))
      try equal(dropped.map(\.users), [1])
      let left = try await store.credentials(CredentialQuery(isHeld: true, limit: 9))
      try equal(left.map(\.id.subject.text), ["b", "c"])
      try equal(try await store.credential(StoreWorld.id("a"))?.grants.first?.suspicion, nil)
    },
  ]

  private static let dead = Answer.dead(.tokenDead)
  private static let good: [String: Answer] = ["d": .authorized, "e": .authorized]

  private static func many(_ answer: Answer) -> [String: Answer] {
    ["a": answer, "b": answer, "c": answer]
  }

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  /// Signs seven users in, of whom two more are not looked at any further.
  private static func crowd(_ store: any CredentialStore) async throws {
    for subject in ["a", "b", "c", "d", "e", "f", "g"] { try await store.enrol(subject, at: at(0)) }
  }
}
