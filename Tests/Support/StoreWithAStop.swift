package import CredentialCore

/// A store that lets a test do something, or have it fail, right after an attempt is committed
/// as started, or before a step over verdicts that are kept back.
package final class StoreWithAStop: CredentialStore {
  private let store: any CredentialStore
  private let begun: @Sendable (AttemptStart) async throws -> Void
  private let settling: @Sendable (HoldStep) async throws -> Void

  /// Gives the test a say at these two places of what is done with `store`.
  package init(
    over store: any CredentialStore,
    begun: @escaping @Sendable (AttemptStart) async throws -> Void = { _ in },
    settling: @escaping @Sendable (HoldStep) async throws -> Void = { _ in }
  ) {
    self.store = store
    self.begun = begun
    self.settling = settling
  }

  /// See `CredentialStore`.
  package func beginAttempt(_ id: Delivery.ID, now: Moment) async throws -> AttemptStart {
    let start = try await store.beginAttempt(id, now: now)
    try await begun(start)
    return start
  }

  /// See `CredentialStore`.
  package func claim(_ request: ClaimRequest) async throws -> ClaimBatch {
    try await store.claim(request)
  }

  /// See `CredentialStore`.
  package func commit(
    _ results: [LookResult], decider: Decider, now: Moment
  ) async throws -> [Committed?] {
    try await store.commit(results, decider: decider, now: now)
  }

  /// See `CredentialStore`.
  package func destroyProfiles(now: Moment) async throws {
    try await store.destroyProfiles(now: now)
  }

  /// See `CredentialStore`.
  package func owners(of token: TokenName, at provider: ProviderName) async throws
    -> [CredentialID]
  {
    try await store.owners(of: token, at: provider)
  }

  /// See `CredentialStore`.
  package func giveUpAnswers(of provider: ProviderName, decider: Decider, now: Moment) async throws
    -> GivenUpAnswers
  {
    try await store.giveUpAnswers(of: provider, decider: decider, now: now)
  }

  /// As of the store in memory.
  package func apply(_ pushes: [Push], decider: Decider, now: Moment) async throws -> [Committed?] {
    try await store.apply(pushes, decider: decider, now: now)
  }

  /// As of the store in memory.
  package func apply(_ report: Report, decider: Decider, now: Moment) async throws -> Committed? {
    try await store.apply(report, decider: decider, now: now)
  }

  /// See `CredentialStore`.
  package func recallPushes(
    about id: CredentialID, decider: Decider, now: Moment
  ) async throws -> [Committed] {
    try await store.recallPushes(about: id, decider: decider, now: now)
  }

  /// See `CredentialStore`.
  package func noteHeard(from provider: ProviderName, now: Moment) async throws {
    try await store.noteHeard(from: provider, now: now)
  }

  /// See `CredentialStore`.
  package func giveBack(_ looks: [Look], now: Moment) async throws {
    try await store.giveBack(looks, now: now)
  }

  /// See `CredentialStore`.
  package func register(_ registration: Registration, now: Moment) async throws -> Credential {
    try await store.register(registration, now: now)
  }

  /// See `CredentialStore`.
  package func signIn(_ signIn: SignIn, decider: Decider, now: Moment) async throws -> SignedIn {
    try await store.signIn(signIn, decider: decider, now: now)
  }

  /// See `CredentialStore`.
  package func user(_ id: CredentialID) async throws -> UserProfile? { try await store.user(id) }

  /// See `CredentialStore`.
  package func heldTokens(of id: CredentialID) async throws -> [HeldToken]? {
    try await store.heldTokens(of: id)
  }

  /// See `CredentialStore`.
  package var transfers: any TransferLedger { store.transfers }

  /// See `CredentialStore`.
  package func forget(_ id: CredentialID, force: Bool, now: Moment) async throws -> ForgetOutcome {
    try await store.forget(id, force: force, now: now)
  }

  /// See `CredentialStore`.
  package func requestCheck(
    _ id: CredentialID, policy: ProviderPolicy, now: Moment
  ) async throws -> CheckOutcome {
    try await store.requestCheck(id, policy: policy, now: now)
  }

  /// See `CredentialStore`.
  package func pause(_ entry: AuditEntry, now: Moment) async throws -> Pause {
    try await store.pause(entry, now: now)
  }

  /// See `CredentialStore`.
  package func settle(_ step: HoldStep, decider: Decider, now: Moment) async throws -> HoldPage {
    try await settling(step)
    return try await store.settle(step, decider: decider, now: now)
  }

  /// See `CredentialStore`.
  package func revertible(
    _ selection: RevertSelection, after: Int64
  ) async throws -> RevertiblePage { try await store.revertible(selection, after: after) }

  /// See `CredentialStore`.
  package func revert(_ step: RevertStep, decider: Decider, now: Moment) async throws -> HoldPage {
    try await store.revert(step, decider: decider, now: now)
  }

  /// See `CredentialStore`.
  package func longestWaits(of provider: ProviderName) async throws -> LongestWaits {
    try await store.longestWaits(of: provider)
  }

  /// See `CredentialStore`.
  package func restraints() async throws -> Restraints { try await store.restraints() }

  /// See `CredentialStore`.
  package func keep(_ entry: AuditEntry) async throws { try await store.keep(entry) }

  /// See `CredentialStore`.
  package func audit(limit: Int) async throws -> [AuditEntry] {
    try await store.audit(limit: limit)
  }

  /// See `CredentialStore`.
  package func sweepStale(_ sweep: StaleSweep) async throws -> StalePage {
    try await store.sweepStale(sweep)
  }

  /// See `CredentialStore`.
  package func noteClock(_ reading: ClockReading) async throws {
    try await store.noteClock(reading)
  }

  /// See `CredentialStore`.
  package func clients(of provider: ProviderName) async throws -> ClientBook {
    try await store.clients(of: provider)
  }

  /// See `CredentialStore`.
  package func startRecording(_ id: CredentialID, now: Moment) async throws -> RecordingStart {
    try await store.startRecording(id, now: now)
  }

  /// See `CredentialStore`.
  package func stopRecording(_ id: CredentialID, now: Moment) async throws -> Bool {
    try await store.stopRecording(id, now: now)
  }

  /// See `CredentialStore`.
  package func keep(_ answers: [RecordedAnswer], now: Moment) async throws {
    try await store.keep(answers, now: now)
  }

  /// See `CredentialStore`.
  package func recordings(of provider: ProviderName) async throws -> [Recording] {
    try await store.recordings(of: provider)
  }

  /// See `CredentialStore`.
  package func credential(_ id: CredentialID) async throws -> Credential? {
    try await store.credential(id)
  }

  /// See `CredentialStore`.
  package func history(of id: CredentialID) async throws -> CredentialHistory? {
    try await store.history(of: id)
  }

  /// See `CredentialStore`.
  package func credentials(_ query: CredentialQuery) async throws -> [Credential] {
    try await store.credentials(query)
  }

  /// See `CredentialStore`.
  package func events(after sequence: Int64, limit: Int) async throws -> [Event] {
    try await store.events(after: sequence, limit: limit)
  }

  /// See `CredentialStore`.
  package func position(of cursor: Cursor) async throws -> Int64? {
    try await store.position(of: cursor)
  }

  /// See `CredentialStore`.
  package func advance(_ cursor: Cursor, to sequence: Int64) { store.advance(cursor, to: sequence) }

  /// See `CredentialStore`.
  package func census() async throws -> StoreCensus { try await store.census() }

  /// See `CredentialStore`.
  package func orphanedDeliveries() async throws -> Int { try await store.orphanedDeliveries() }

  /// See `CredentialStore`.
  package func setHooks(_ names: [HookName], now: Moment) async throws {
    try await store.setHooks(names, now: now)
  }

  /// See `CredentialStore`.
  package func dueDeliveries(of hook: HookName, limit: Int, now: Moment) async throws
    -> DueDeliveries
  {
    try await store.dueDeliveries(of: hook, limit: limit, now: now)
  }

  /// See `CredentialStore`.
  package func finishAttempt(
    _ id: Delivery.ID, attempt: Int, outcome: AttemptOutcome, disposition: RetryPlan.Disposition,
    now: Moment
  ) async throws -> AttemptEnd {
    try await store.finishAttempt(
      id, attempt: attempt, outcome: outcome, disposition: disposition, now: now)
  }

  /// See `CredentialStore`.
  package func openAttempts() async throws -> [Delivery] { try await store.openAttempts() }

  /// See `CredentialStore`.
  package func publishedSequences() -> AsyncStream<Int64> { store.publishedSequences() }

  /// See `CredentialStore`.
  package func health() -> StoreHealth { store.health() }

  /// See `CredentialStore`.
  package var generation: String { store.generation }

  /// See `CredentialStore`.
  package func close() async { await store.close() }
}
