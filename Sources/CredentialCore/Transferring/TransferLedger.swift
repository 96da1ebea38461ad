/// What a store keeps of moves to another team.
///
/// A move concerns the users of the sending team whose sessions may go on: neither those who were revoked
/// nor those whom only the receiving team knows.
package protocol TransferLedger: Sendable {
  /// A page of the users whom a move concerns, in byte order of the subject.
  func transferring(_ query: TransferQuery) async throws -> [TransferRecord]
  /// Keeps answers, each for good: with a new name the old one becomes `transferred`, and account,
  /// labels, profile and tokens go over to the new one, whose look is made when the old one's would have
  /// been. Who is revoked stays so.
  func note(
    _ findings: [TransferFinding], of provider: ProviderName, decider: Decider, now: Moment
  ) async throws -> [Committed]
  /// How far a provider's move has come.
  func transferProgress(of query: TransferQuery) async throws -> TransferProgress
  /// Whom an identifier for the move stands for.
  func subject(ofTransfer identifier: Subject, of provider: ProviderName) async throws -> Subject?
  /// Keeps that a step was asked for, with the audit's entry of it.
  func begin(_ run: TransferRun, entry: AuditEntry) async throws
  /// Forgets it, as it has come to its end.
  func end(_ run: TransferRun, now: Moment) async throws
  /// The steps that were asked for and have not come to their end.
  func transferRuns() async throws -> [TransferRun]
}

/// Asks for users whom a move concerns.
package struct TransferQuery: Sendable {
  /// Which of them.
  package enum Part: Sendable, Equatable {
    /// All.
    case all
    /// Those whose new name is not known.
    case unmapped
    /// Those to ask about in a step that was asked for at a time.
    case open(TransferStage, since: Moment)
  }

  /// The provider.
  package let provider: ProviderName
  /// When the app was accepted: who was enrolled since is the receiving team's.
  package let accepted: Moment?
  /// Which of them.
  package var part: Part
  /// Only after this one.
  package var after: Subject?
  /// How many at most.
  package var limit: Int

  /// Spells out a query.
  package init(
    provider: ProviderName, accepted: Moment?, part: Part = .all, after: Subject? = nil,
    limit: Int = 1000
  ) {
    self.provider = provider
    self.accepted = accepted
    self.part = part
    self.after = after
    self.limit = limit
  }
}

/// How far a move has come, in users.
package struct TransferProgress: Sendable, Equatable {
  /// Whom it concerns.
  package var users = 0
  /// Whose identifier was collected.
  package var identified = 0
  /// Whose new name is known.
  package var mapped = 0
  /// Whom the provider refused to tell the next of.
  package var refused = 0

  /// Begins to count.
  package init() {}

  /// Whose new name is not known.
  package var unmapped: Int { users - mapped }
}
