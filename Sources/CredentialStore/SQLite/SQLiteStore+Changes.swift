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

  /// Judges verified pushes on the current rows.
  package func apply(_ pushes: [Push], decider: Decider, now: Moment) async throws -> [Committed?] {
    try await write(.control, now: now) { try $0.apply(pushes, decider: decider, now: now) }
  }

  /// Judges what a user's device saw.
  package func apply(_ report: Report, decider: Decider, now: Moment) async throws -> Committed? {
    try await write(.control, now: now) { try $0.apply(report, decider: decider, now: now) }
  }

  /// Gives up answers that cannot come any more.
  package func giveUpAnswers(of provider: ProviderName, decider: Decider, now: Moment) async throws
    -> GivenUpAnswers
  {
    try await write(.looks, now: now) {
      try $0.giveUpAnswers(of: provider, decider: decider, now: now)
    }
  }

  /// Judges what was pushed before the enrolment.
  package func recallPushes(
    about id: CredentialID, decider: Decider, now: Moment
  ) async throws -> [Committed] {
    try await write(.control, now: now) { context in
      try context.recallPushes(about: id, decider: decider, now: now)
    }
  }

  /// Notes when a push came.
  package func noteHeard(from provider: ProviderName, now: Moment) async throws {
    try await write(.control, now: now) { $0.noteHeard(from: provider, now: now) }
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

  /// Has verdicts wait.
  package func pause(_ entry: AuditEntry, now: Moment) async throws -> Pause {
    try await write(.control, now: now) { try $0.pause(entry, now: now) }
  }

  /// Does something to verdicts that are kept back.
  package func settle(_ step: HoldStep, decider: Decider, now: Moment) async throws -> HoldPage {
    try await write(.control, now: now) { try $0.settle(step, decider: decider, now: now) }
  }

  /// Takes state changes back.
  package func revert(_ step: RevertStep, decider: Decider, now: Moment) async throws -> HoldPage {
    try await write(.control, now: now) { try $0.revert(step, decider: decider, now: now) }
  }

  /// Keeps an entry of the audit.
  package func keep(_ entry: AuditEntry) async throws {
    _ = try await write(.control, now: entry.at) {
      try $0.audit.write(entry, adding: entry.number, row: nil)
    }
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
  ) async throws -> AttemptEnd {
    try await write(.deliveries, keep: true, now: now) {
      try $0.finishAttempt(id, attempt: attempt, outcome: outcome, disposition: disposition)
    }
  }
}
