package import CredentialCore

/// The users, times and rules that the store's tests speak of.
package enum StoreWorld {
  /// One hour.
  package static let hour = Duration.seconds(3_600)
  /// One day, the interval and the budget period.
  package static let day = Duration.seconds(86_400)
  /// The provider of most cases.
  package static let apple = ProviderName(validText: "apple")
  /// A hook that takes every event.
  package static let logout = HookName("logout")

  /// So long after the start of the case.
  package static func at(_ after: Duration) -> Moment {
    Moment(milliseconds: 1_800_000_000_123) + after
  }

  /// One look a day and one more, a second look after 20 hours; hardly anything is stale.
  package static let policy = ProviderPolicy(
    deadToken: .revoke, mode: .enforce, interval: day, confirmAfter: hour * 20,
    evidenceDay: hour * 20, budgetPeriod: day, looksPerSecond: 100, inFlight: 100,
    looksAfterRevocation: [day, day * 3, day * 7], staleAfter: day * 1000)

  /// The rules of `policy`, with hooks that take every event.
  package static func decider(
    hooks: [HookName] = [], policy: ProviderPolicy = policy
  ) -> Decider {
    Decider(
      policies: [apple: policy],
      hooks: hooks.map {
        HookSubscription(
          name: $0, kinds: Set(EventKind.allCases), minimumAction: .none, providers: nil)
      })
  }

  /// A user of `apple`.
  package static func id(_ subject: String) -> CredentialID {
    CredentialID(provider: apple, subject: Subject(validBytes: Array(subject.utf8)))
  }

  /// A sign-in with a token that names its user.
  package static func registration(
    _ subject: String, client: String = "com.example.app", token: String? = nil,
    account: String? = nil, labels: [Label]? = nil
  ) -> Registration {
    Registration(
      id: id(subject), client: ClientID(validBytes: Array(client.utf8)),
      token: Secret(Array((token ?? "token of \(subject)").utf8)), account: account,
      labels: labels)
  }

  /// Asks for up to `limit` looks.
  package static func request(_ now: Moment, limit: Int = 10, regular: Int? = nil)
    -> ClaimRequest
  {
    ClaimRequest(provider: apple, policy: policy, limit: limit, regular: regular, now: now)
  }

  /// How a look ended.
  package static func result(
    _ look: Look, _ answer: Answer, at now: Moment, sent: Bool = true
  ) -> LookResult {
    LookResult(
      look: look, answer: answer, mayHaveBeenSent: sent, answered: now,
      evidence: Evidence("400 invalid_grant"))
  }
}

extension CredentialStore {
  /// Claims one look and commits one answer to it.
  @discardableResult
  package func look(
    _ answer: Answer, at now: Moment, hooks: [HookName] = [], sent: Bool = true
  ) async throws -> Committed {
    let batch = try await claim(StoreWorld.request(now, limit: 1))
    let look = try StoreContract.found(batch.looks.first)
    let result = StoreWorld.result(look, answer, at: now, sent: sent)
    let committed = try await commit(
      [result], decider: StoreWorld.decider(hooks: hooks), now: now)
    return try StoreContract.found(try StoreContract.found(committed.first))
  }

  /// Signs a user in and has the token confirmed.
  package func enrol(
    _ subject: String, at now: Moment, account: String? = nil, hooks: [HookName] = []
  ) async throws {
    _ = try await register(StoreWorld.registration(subject, account: account), now: now)
    try await look(.authorized, at: now, hooks: hooks)
  }

  /// Has the token of the only due user answered as dead 24, 44 and 64 hours after `start`: three
  /// times, as nobody bears witness.
  package func revoke(since start: Moment, hooks: [HookName] = []) async throws {
    for hours in [24, 44, 64] {
      try await look(.dead(.tokenDead), at: start + StoreWorld.hour * hours, hooks: hooks)
    }
  }
}
