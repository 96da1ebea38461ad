import CredentialCore
import CredentialStore

/// A store in memory that lets a test do something right after an attempt is committed as started.
final class StoreWithAStop: CredentialStore {
  private let store = MemoryStore()
  private let begun: @Sendable (AttemptStart) async throws -> Void

  init(begun: @escaping @Sendable (AttemptStart) async throws -> Void) { self.begun = begun }

  func beginAttempt(_ id: Delivery.ID, now: Moment) async throws -> AttemptStart {
    let start = try await store.beginAttempt(id, now: now)
    try await begun(start)
    return start
  }

  func claim(_ request: ClaimRequest) async throws -> ClaimBatch { try await store.claim(request) }

  func commit(
    _ results: [LookResult], decider: Decider, now: Moment
  ) async throws -> [Committed?] {
    try await store.commit(results, decider: decider, now: now)
  }

  func giveBack(_ looks: [Look], now: Moment) async throws {
    try await store.giveBack(looks, now: now)
  }

  func register(_ registration: Registration, now: Moment) async throws -> Credential {
    try await store.register(registration, now: now)
  }

  func forget(_ id: CredentialID, force: Bool, now: Moment) async throws -> ForgetOutcome {
    try await store.forget(id, force: force, now: now)
  }

  func requestCheck(
    _ id: CredentialID, policy: ProviderPolicy, now: Moment
  ) async throws -> CheckOutcome {
    try await store.requestCheck(id, policy: policy, now: now)
  }

  func pause(_ entry: AuditEntry, now: Moment) async throws -> Pause {
    try await store.pause(entry, now: now)
  }

  func settle(_ step: HoldStep, decider: Decider, now: Moment) async throws -> HoldPage {
    try await store.settle(step, decider: decider, now: now)
  }

  func revertible(
    _ selection: RevertSelection, after: Int64
  ) async throws -> RevertiblePage { try await store.revertible(selection, after: after) }

  func revert(_ step: RevertStep, decider: Decider, now: Moment) async throws -> HoldPage {
    try await store.revert(step, decider: decider, now: now)
  }

  func restraints() async throws -> Restraints { try await store.restraints() }

  func keep(_ entry: AuditEntry) async throws { try await store.keep(entry) }

  func audit(limit: Int) async throws -> [AuditEntry] { try await store.audit(limit: limit) }

  func sweepStale(_ sweep: StaleSweep) async throws -> StalePage {
    try await store.sweepStale(sweep)
  }

  func noteClock(_ reading: ClockReading) async throws { try await store.noteClock(reading) }

  func longestWaits(of provider: ProviderName) async throws -> LongestWaits {
    try await store.longestWaits(of: provider)
  }

  func clients(of provider: ProviderName) async throws -> ClientBook {
    try await store.clients(of: provider)
  }

  func startRecording(_ id: CredentialID, now: Moment) async throws -> RecordingStart {
    try await store.startRecording(id, now: now)
  }

  func stopRecording(_ id: CredentialID, now: Moment) async throws -> Bool {
    try await store.stopRecording(id, now: now)
  }

  func keep(_ answers: [RecordedAnswer], now: Moment) async throws {
    try await store.keep(answers, now: now)
  }

  func recordings(of provider: ProviderName) async throws -> [Recording] {
    try await store.recordings(of: provider)
  }

  func credential(_ id: CredentialID) async throws -> Credential? { try await store.credential(id) }

  func history(of id: CredentialID) async throws -> CredentialHistory? {
    try await store.history(of: id)
  }

  func credentials(_ query: CredentialQuery) async throws -> [Credential] {
    try await store.credentials(query)
  }

  func events(after sequence: Int64, limit: Int) async throws -> [Event] {
    try await store.events(after: sequence, limit: limit)
  }

  func position(of cursor: Cursor) async throws -> Int64? { try await store.position(of: cursor) }

  func advance(_ cursor: Cursor, to sequence: Int64) { store.advance(cursor, to: sequence) }

  func census() async throws -> StoreCensus { try await store.census() }

  func orphanedDeliveries() async throws -> Int { try await store.orphanedDeliveries() }

  func setHooks(_ names: [HookName], now: Moment) async throws {
    try await store.setHooks(names, now: now)
  }

  func dueDeliveries(of hook: HookName, limit: Int, now: Moment) async throws -> DueDeliveries {
    try await store.dueDeliveries(of: hook, limit: limit, now: now)
  }

  func finishAttempt(
    _ id: Delivery.ID, attempt: Int, outcome: AttemptOutcome, disposition: RetryPlan.Disposition,
    now: Moment
  ) async throws -> Bool {
    try await store.finishAttempt(
      id, attempt: attempt, outcome: outcome, disposition: disposition, now: now)
  }

  func openAttempts() async throws -> [Delivery] { try await store.openAttempts() }

  func publishedSequences() -> AsyncStream<Int64> { store.publishedSequences() }

  func health() -> StoreHealth { store.health() }

  var generation: String { store.generation }

  func close() async { await store.close() }
}
