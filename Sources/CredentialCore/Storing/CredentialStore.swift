/// What the daemon keeps, durably; one implementation per backend, one contract suite for all.
///
/// To the implementer: every method that changes something returns only after its transaction is
/// durable; what it decides, it decides on the current rows inside that transaction. Errors are
/// `StoreError`; a method that throws has changed nothing. Looks' results and deliveries' outcomes
/// are kept and tried again while the disk is full or locked, so `commit` and `finishAttempt` wait
/// and do not throw for it. Tokens are sealed at rest and never logged. No method may block the
/// caller's thread.
package protocol CredentialStore: Sendable {
  /// Picks due looks, charges their budget and marks them in flight, and the tokens of a rotating
  /// provider outstanding, durably, before it returns.
  func claim(_ request: ClaimRequest) async throws -> ClaimBatch
  /// Judges results on the current rows; changes, events and deliveries are one transaction each.
  ///
  /// A replacement token takes the place of the presented one first of all, in the same transaction, also
  /// when the row cannot be read; it is dropped only when its grant is gone.
  ///
  /// A result whose request surely never left gets its budget refunded. The order of the returned
  /// decisions is that of the results; nil where the credential is gone.
  func commit(_ results: [LookResult], decider: Decider, now: Moment) async throws -> [Committed?]
  /// Judges verified pushes on the current rows, in their order, as one transaction; nil where there is
  /// no such credential.
  ///
  /// A push whose id was seen within `PushMemory.span` changes nothing and is answered as the first time.
  ///
  /// A conclusive one about a user who is not known is kept for `PushMemory.spanOfUnknown`.
  func apply(_ pushes: [Push], decider: Decider, now: Moment) async throws -> [Committed?]
  /// Judges what a user's device saw on the current row; nil when there is no such credential.
  func apply(_ report: Report, decider: Decider, now: Moment) async throws -> Committed?
  /// Gives up, of a provider's rotating tokens, the answers that cannot come any more: those of an earlier
  /// process, and those after which nothing was heard within the grace time. Looks in flight are left
  /// alone.
  func giveUpAnswers(of provider: ProviderName, decider: Decider, now: Moment) async throws
    -> GivenUpAnswers
  /// Judges what was pushed about a user before the enrolment, once; the order is that in which it
  /// came.
  func recallPushes(
    about id: CredentialID, decider: Decider, now: Moment
  ) async throws -> [Committed]
  /// Whose token a provider calls so, in byte order, at most a hundred.
  func owners(of token: TokenName, at provider: ProviderName) async throws -> [CredentialID]
  /// Notes when a verified push of a provider came, whatever it said.
  func noteHeard(from provider: ProviderName, now: Moment) async throws
  /// Returns claims that were not begun: charge refunded, due again now.
  func giveBack(_ looks: [Look], now: Moment) async throws

  /// Stores a registration; the first look at its token is due at once.
  func register(_ registration: Registration, now: Moment) async throws -> Credential
  /// Judges a verified sign-in on the current row and keeps it: state, token and profile.
  ///
  /// One whose code was used up waits while the disk is full or locked and does not fail for it.
  func signIn(_ signIn: SignIn, decider: Decider, now: Moment) async throws -> SignedIn
  /// What is known of a user beside the identifier; nil where there is no such credential.
  func user(_ id: CredentialID) async throws -> UserProfile?
  /// Destroys the profiles of users whose account was deleted so long ago that whoever was to be told
  /// has had the time; see `ProfileRetention`. A profile goes sooner when the last delivery about its
  /// user has ended.
  func destroyProfiles(now: Moment) async throws
  /// Removes a credential and what belongs to it.
  func forget(_ id: CredentialID, force: Bool, now: Moment) async throws -> ForgetOutcome
  /// Makes a look due now, when the budget has room.
  func requestCheck(_ id: CredentialID, policy: ProviderPolicy, now: Moment) async throws
    -> CheckOutcome

  /// Has verdicts wait, of one provider or of all; the pause that holds now, which may be an older one.
  func pause(_ entry: AuditEntry, now: Moment) async throws -> Pause
  /// Does something to verdicts that are kept back, to at most `limit` users a step. A step that is
  /// done again does nothing more.
  func settle(_ step: HoldStep, decider: Decider, now: Moment) async throws -> HoldPage
  /// A stretch of the events after `after` that are still in force and can be taken back.
  func revertible(_ selection: RevertSelection, after: Int64) async throws -> RevertiblePage
  /// Takes back what these events changed, where it is still in force.
  func revert(_ step: RevertStep, decider: Decider, now: Moment) async throws -> HoldPage
  /// What keeps verdicts back beside the modes.
  func restraints() async throws -> Restraints
  /// Keeps an entry of the audit that belongs to no other change.
  func keep(_ entry: AuditEntry) async throws
  /// The newest entries of the audit, the newest first, at most `limit`.
  func audit(limit: Int) async throws -> [AuditEntry]
  /// One step of the search for users whom nobody has confirmed for long, also those who cannot be
  /// looked at; each is published once a stretch.
  ///
  /// When rounds begin is told by `StaleRounds`; the planned time is kept over restarts. A round that
  /// finds nobody writes that time and nothing else.
  func sweepStale(_ sweep: StaleSweep) async throws -> StalePage
  /// Notes how the clocks stand, before anything is claimed or judged by them: when the wall clock was
  /// stepped since the last reading, also that of an earlier process, what was seen before counts for
  /// nothing that needs time to pass.
  func noteClock(_ reading: ClockReading) async throws
  /// What has waited longest of a provider's users; quick, also with very many of them.
  func longestWaits(of provider: ProviderName) async throws -> LongestWaits
  /// What the grants of each client of a provider amount to.
  func clients(of provider: ProviderName) async throws -> ClientBook

  /// Begins to keep redacted answers about a user, at most `Recording.mostUsers` of a provider.
  func startRecording(_ id: CredentialID, now: Moment) async throws -> RecordingStart
  /// Ends that and destroys what was kept; false when nothing was recorded.
  func stopRecording(_ id: CredentialID, now: Moment) async throws -> Bool
  /// Keeps answers about users who are recorded, of each the newest `Recording.mostAnswers`; of others
  /// nothing. An answer that is there already is not kept twice.
  func keep(_ answers: [RecordedAnswer], now: Moment) async throws
  /// The recordings of a provider, the longest-standing first, with their answers, oldest first.
  func recordings(of provider: ProviderName) async throws -> [Recording]

  /// The tokens of a user that may be alive; nil when there is no such user.
  func heldTokens(of id: CredentialID) async throws -> [HeldToken]?
  /// What is kept of moves to another team.
  var transfers: any TransferLedger { get }

  /// One credential.
  func credential(_ id: CredentialID) async throws -> Credential?
  /// How one credential came to be as it is: what was kept, the oldest first, and its latest events.
  ///
  /// What is kept is bounded for each credential, and a healthy user who is confirmed again adds
  /// nothing to it. What cannot be read is left out and counted.
  func history(of id: CredentialID) async throws -> CredentialHistory?
  /// A page of credentials in byte order of (provider, subject).
  func credentials(_ query: CredentialQuery) async throws -> [Credential]
  /// A page of events with numbers above `sequence`, ascending, at most `limit`.
  func events(after sequence: Int64, limit: Int) async throws -> [Event]
  /// The number of the last event that a reader is done with; nil when it never said.
  func position(of cursor: Cursor) async throws -> Int64?
  /// Notes that a reader is done with every event up to `sequence`.
  ///
  /// Answers at once and writes nothing by itself: it is stored with the next commit of something
  /// else and at the close. After a crash the place may be an earlier one, never a later one.
  func advance(_ cursor: Cursor, to sequence: Int64)
  /// How many credentials there are of each provider and state, and how many deliveries of each
  /// status.
  func census() async throws -> StoreCensus
  /// How many deliveries wait for a hook that does not exist; quick, unlike the census.
  func orphanedDeliveries() async throws -> Int

  /// Tells which hooks exist now: a new one starts at the current sequence, open deliveries of a
  /// vanished one become orphaned (and pending again when it comes back).
  func setHooks(_ names: [HookName], now: Moment) async throws
  /// Pending deliveries of one hook, oldest first, at most one for each credential: the earliest
  /// that is not closed, when it is due; and when the next one will be due.
  func dueDeliveries(of hook: HookName, limit: Int, now: Moment) async throws -> DueDeliveries
  /// Commits that an attempt starts, with its number; or closes the delivery as superseded.
  func beginAttempt(_ id: Delivery.ID, now: Moment) async throws -> AttemptStart
  /// Commits how an attempt ended and what follows; one that would be tried again is closed when its
  /// event is undone by then. An attempt that is not the current one, or whose outcome is committed
  /// already, changes nothing.
  func finishAttempt(
    _ id: Delivery.ID, attempt: Int, outcome: AttemptOutcome, disposition: RetryPlan.Disposition,
    now: Moment
  ) async throws -> AttemptEnd
  /// Deliveries with a started attempt whose outcome is not committed, as after a restart.
  func openAttempts() async throws -> [Delivery]

  /// Each value is the highest published sequence number; a slow reader sees the newest only. The
  /// first value is the current one.
  func publishedSequences() -> AsyncStream<Int64>
  /// Whether the store takes writes now.
  func health() -> StoreHealth
  /// The random id of this store, lower-case hex; a restore changes it.
  var generation: String { get }
  /// Finishes what was accepted, then closes; idempotent.
  func close() async
}
