internal import CredentialCore

extension StoreContract {
  static let lives = (UInt64(1)...3).map { seed in
    StoreContractCase(
      "random answers: numbers rise, no late answer counts, nothing undone starts (\(seed))"
    ) { store in
      var lives = RandomLives(store, seed: seed)
      try await lives.run()
    }
  }
}

/// A few users whose looks are answered at random, with hooks run meanwhile.
private struct RandomLives {
  private let store: any CredentialStore
  private var dice: Dice
  private var sequence: Int64 = 0

  init(_ store: any CredentialStore, seed: UInt64) {
    self.store = store
    dice = Dice(state: seed)
  }

  mutating func run() async throws {
    try await store.setHooks([StoreWorld.logout], now: StoreWorld.at(.zero))
    let subjects = ["a", "b", "c", "d", "e"]
    for subject in subjects {
      _ = try await store.register(StoreWorld.registration(subject), now: StoreWorld.at(.zero))
    }
    for step in 0..<160 {
      let now = StoreWorld.at(StoreWorld.hour * (step * 4))
      if dice.roll(6) == 0 {
        let subject = subjects[dice.roll(subjects.count)]
        _ = try await store.register(
          StoreWorld.registration(subject, token: "new \(step)"), now: now)
      }
      try await answer(now)
      try await deliver(now)
      try await checkNumbers()
    }
    try StoreContract.expect(sequence > 10, "something must happen")
  }

  /// Answers every due look at random; one in eight after its user has signed in again.
  private mutating func answer(_ now: Moment) async throws {
    let rules = StoreWorld.decider(hooks: [StoreWorld.logout])
    for look in try await store.claim(StoreWorld.request(now)).looks {
      let subject = look.credential.subject.text
      let isLate = dice.roll(8) == 0
      if isLate {
        let token = "again \(now.milliseconds)"
        _ = try await store.register(StoreWorld.registration(subject, token: token), now: now)
      }
      let before = try await store.credential(look.credential)
      let newest = before?.grants.last
      let answers: [Answer] = [
        .authorized, .dead(.tokenDead), .dead(.tokenDead), .transient(retryAfter: nil),
      ]
      let result = StoreWorld.result(look, answers[dice.roll(answers.count)], at: now)
      _ = try await store.commit([result], decider: rules, now: now)
      guard isLate, let newest, newest.epoch != look.epoch else { continue }
      let after = try await store.credential(look.credential)?.grants.last
      try StoreContract.equal(after, newest)
    }
  }

  /// Begins what is due: its event must not be undone.
  private mutating func deliver(_ now: Moment) async throws {
    let due = try await store.dueDeliveries(of: StoreWorld.logout, limit: 20, now: now).deliveries
    for delivery in due where dice.roll(3) > 0 {
      let id = delivery.event.body.credential
      let later = try await store.events(after: delivery.event.sequence, limit: 1000)
        .filter { $0.body.credential == id && $0.ends(delivery.event) }
      let isUndone = delivery.event.isUndone(
        by: try await store.credential(id)?.state, isEnded: !later.isEmpty)
      switch try await store.beginAttempt(delivery.id, now: now) {
      case .begun(let facts):
        try StoreContract.expect(!isUndone, "\(delivery.event) started")
        let outcome = AttemptOutcome(.done, detail: "")
        _ = try await store.finishAttempt(
          delivery.id, attempt: facts.attempt, outcome: outcome, disposition: .closed(.done),
          now: now)
      case .superseded:
        try StoreContract.expect(isUndone, "\(delivery.event) dropped")
      case .notDue: break
      }
    }
  }

  private mutating func checkNumbers() async throws {
    let events = try await store.events(after: sequence, limit: 100)
    for event in events {
      try StoreContract.expect(event.sequence > sequence, "numbers rise")
      sequence = event.sequence
    }
  }
}

/// Numbers that are the same for the same seed (SplitMix64).
private struct Dice {
  var state: UInt64

  /// A number below `sides`.
  mutating func roll(_ sides: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(max(1, sides)))
  }
}
