package import CredentialCore

extension SQLiteStore {
  /// Picks due looks and charges them durably.
  package func claim(_ request: ClaimRequest) async throws -> ClaimBatch {
    try await write(.looks, now: request.now) { try $0.claim(request) }
  }

  /// Judges results on the current rows; kept until it is durable.
  package func commit(_ results: [LookResult], decider: Decider, now: Moment) async throws
    -> [Committed?]
  {
    try await write(.looks, keep: true, now: now) { context in
      try results.map { try context.commit($0, decider: decider, now: now) }
    }
  }

  /// Refunds looks that were not begun; kept until it is durable.
  package func giveBack(_ looks: [Look], now: Moment) async throws {
    try await write(.looks, keep: true, now: now) { context in
      for look in looks { try context.giveBack(look, now: now) }
    }
  }

  /// Stores a sign-in.
  package func register(_ registration: Registration, now: Moment) async throws -> Credential {
    try await write(.control, now: now) { try $0.register(registration, now: now) }
  }

  /// Removes a credential and what tells of its user.
  package func forget(_ id: CredentialID, force: Bool, now: Moment) async throws -> ForgetOutcome {
    try await write(.control, now: now) { try $0.forget(id, force: force) }
  }

  /// Makes a look due now.
  package func requestCheck(_ id: CredentialID, policy: ProviderPolicy, now: Moment) async throws
    -> CheckOutcome
  {
    try await write(.control, now: now) { try $0.requestCheck(id, policy: policy, now: now) }
  }

  /// Takes the brake off and makes looks due.
  package func release(_ provider: ProviderName, after: Int64?, limit: Int, now: Moment)
    async throws -> ReleasePage
  {
    try await write(.control, now: now) {
      try $0.release(provider, after: after, limit: limit, now: now)
    }
  }

  /// Drops a verdict that is kept back.
  package func discard(_ id: CredentialID, now: Moment) async throws -> DiscardOutcome {
    try await write(.control, now: now) { try $0.discard(id, now: now) }
  }

  /// Tells which hooks exist now.
  package func setHooks(_ names: [HookName], now: Moment) async throws {
    try await write(.control, now: now) { try $0.deliveries.setHooks(names) }
  }

  /// Commits that an attempt starts.
  package func beginAttempt(_ id: Delivery.ID, now: Moment) async throws -> AttemptStart {
    try await write(.deliveries, now: now) { try $0.beginAttempt(id, now: now) }
  }

  /// Commits how an attempt ended; kept until it is durable.
  package func finishAttempt(
    _ id: Delivery.ID, attempt: Int, outcome: AttemptOutcome, disposition: RetryPlan.Disposition,
    now: Moment
  ) async throws -> Bool {
    try await write(.deliveries, keep: true, now: now) {
      try $0.finishAttempt(id, attempt: attempt, outcome: outcome, disposition: disposition)
    }
  }
}
