internal import CredentialCore

extension StoreContract {
  static let rotatingLives = (UInt64(1)...4).map { seed in
    let grace: Duration = seed > 2 ? .seconds(60) : .zero
    return StoreContractCase(
      "random answers of a rotating provider: no token is used up twice (\(seed), \(grace.words))"
    ) { store in
      var lives = RotatingLives(store, seed: seed, grace: grace)
      try await lives.run()
    }
  }
}

/// A provider that replaces a token at each refresh, and a few users whose looks end at random.
private struct RotatingLives {
  private let store: any CredentialStore
  private let grace: Duration
  private var state: UInt64
  /// How often each token was presented, and the token that is good now, for each user.
  private var presented: [String: Int] = [:]
  private var current: [String: String] = [:]
  private var number = 0
  private var lost = 0

  init(_ store: any CredentialStore, seed: UInt64, grace: Duration) {
    (self.store, state, self.grace) = (store, seed, grace)
  }

  mutating func run() async throws {
    let subjects = ["a", "b", "c", "d"]
    for step in 0..<200 {
      let now = StoreWorld.at(StoreWorld.hour * (step * 6))
      for subject in subjects where current[subject] == nil || roll(12) == 0 {
        try await signIn(subject, now)
      }
      try await answer(now)
      // Within the grace time of what was lost just now.
      try await answer(now + .seconds(20))
      _ = try await store.giveUpAnswers(
        of: StoreWorld.apple, decider: StoreContract.rotatingDecider(grace: grace),
        now: now + .seconds(61))
    }
    let most = grace > .zero ? 2 : 1
    for (token, times) in presented {
      try StoreContract.expect(times <= most, "\(token) was presented \(times) times")
    }
    try StoreContract.expect(lost > 10, "answers must be lost")
    let events = try await store.events(after: 0, limit: 10_000)
    try StoreContract.expect(
      events.allSatisfy { $0.body.action < .logOut }, "nobody is logged out")
    try StoreContract.expect(
      events.contains { $0.body.kind == .rotationLost }, "a loss must be told")
  }

  private mutating func signIn(_ subject: String, _ now: Moment) async throws {
    number += 1
    current[subject] = "\(subject) \(number)"
    _ = try await store.register(
      StoreWorld.registration(subject, token: "\(subject) \(number)"), now: now)
  }

  /// Ends every look: not sent, answered, refused for a reason of ours, or without an answer though the
  /// token was replaced.
  private mutating func answer(_ now: Moment) async throws {
    for look in try await store.claim(StoreContract.rotatingRequest(now, grace: grace)).looks {
      let subject = look.credential.subject.text
      let token = look.token.withBytes { String(decoding: $0, as: UTF8.self) }
      let fate = roll(8)
      guard fate != 0 else {
        try await store.answerRotating(
          look, .transient(retryAfter: nil), at: now, sent: false, grace: grace)
        continue
      }
      guard fate != 1 else {
        try await store.giveBack([look], now: now)
        continue
      }
      presented[token, default: 0] += 1
      if fate == 2 {
        // Refused without being looked at: the token is as good as before.
        presented[token, default: 0] -= 1
        try await store.answerRotating(look, .misconfigured, at: now, grace: grace)
        continue
      }
      number += 1
      current[subject] = "\(subject) \(number)"
      let isLost = fate == 3
      lost += isLost ? 1 : 0
      try await store.answerRotating(
        look, isLost ? .transient(retryAfter: nil) : .authorized, at: now,
        new: isLost ? nil : current[subject], grace: grace)
    }
  }

  private mutating func roll(_ sides: UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return (mixed ^ (mixed >> 31)) % sides
  }
}
