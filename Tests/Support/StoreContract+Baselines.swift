internal import CredentialCore

extension StoreContract {
  static let baselines = [
    StoreContractCase("what the first interval finds is kept until somebody accepts it") { store in
      _ = try await store.register(StoreWorld.registration("u"), now: at(0))
      let lost = try await look(store, .dead(.tokenDead), at: at(0))
      try equal(lost.notices.map { $0.fields["cause"] }, [.text("baseline")])
      try expect(lost.events.isEmpty, "it is not delivered")
      let baseline = try await store.restraints().baselines[StoreWorld.apple]
      try equal(baseline, Baseline(since: at(0), negatives: 1))
      let later = try await look(store, .dead(.tokenDead), at: at(30))
      try expect(later.events.isEmpty, "nobody has accepted it")
      let pages = try await store.settleAll(
        .acceptBaseline, .lookAgain, ending: .baseline, policy: policy, at: at(31))
      try equal(pages.map(\.users), [1])
      let accepted = try await store.restraints().baselines[StoreWorld.apple]
      try equal(accepted, Baseline(since: at(0), negatives: 1, accepted: at(31)))
      let judged = try await look(store, .dead(.tokenDead), at: at(31))
      try equal(judged.events.map(\.body.kind), [.grantLost])
    },
    StoreContractCase("a first interval that finds nothing ends by itself") { store in
      _ = try await store.register(StoreWorld.registration("u"), now: at(0))
      _ = try await look(store, .authorized, at: at(0))
      _ = try await store.register(StoreWorld.registration("v"), now: at(24))
      let doubt = try await look(store, .dead(.tokenDead), of: "v", at: at(24))
      try equal(doubt.notices.map(\.kind), [.suspicionOpened])
      let lost = try await look(store, .dead(.tokenDead), of: "v", at: at(44))
      try equal(lost.events.map(\.body.kind), [.grantLost])
    },
  ]

  private static var policy: ProviderPolicy {
    var policy = StoreWorld.policy
    policy.hasBaseline = true
    return policy
  }

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  /// Has a due look answered, with a baseline.
  private static func look(
    _ store: any CredentialStore, _ answer: Answer, of subject: String = "u", at now: Moment
  ) async throws -> Committed {
    let looks = try await store.claim(StoreWorld.request(now)).looks
    let look = try found(looks.first { $0.credential == StoreWorld.id(subject) })
    let committed = try await store.commit(
      [StoreWorld.result(look, answer, at: now)], decider: StoreWorld.decider(policy: policy),
      now: now)
    return try found(try found(committed.first))
  }
}
