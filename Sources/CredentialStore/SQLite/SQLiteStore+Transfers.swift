package import CredentialCore

extension SQLiteStore: TransferLedger {
  /// What is kept of moves to another team.
  package var transfers: any TransferLedger { self }

  /// A page of the users whom a move concerns.
  package func transferring(_ query: TransferQuery) async throws -> [TransferRecord] {
    try await read { try TransferTable(connection: $0).page(query) }
  }

  /// Keeps what was answered.
  package func note(
    _ findings: [TransferFinding], of provider: ProviderName, decider: Decider, now: Moment
  ) async throws -> [Committed] {
    try await write(.control, keep: true, now: now) { context in
      try findings.compactMap {
        try context.note($0, of: provider, decider: decider, now: now)
      }
    }
  }

  /// How far a move has come.
  package func transferProgress(of query: TransferQuery) async throws -> TransferProgress {
    try await read { try TransferTable(connection: $0).progress(query) }
  }

  /// Whom an identifier stands for.
  package func subject(
    ofTransfer identifier: Subject, of provider: ProviderName
  ) async throws -> Subject? {
    try await read { try TransferTable(connection: $0).subject(of: identifier, provider) }
  }

  /// Keeps that a step was asked for.
  package func begin(_ run: TransferRun, entry: AuditEntry) async throws {
    try await write(.control, now: run.asked) { context in
      try TransferTable(connection: context.connection).begin(run)
      _ = try context.audit.write(entry, adding: entry.number, row: nil)
    }
  }

  /// Forgets a step.
  package func end(_ run: TransferRun, now: Moment) async throws {
    try await write(.control, now: now) {
      try TransferTable(connection: $0.connection).end(run)
    }
  }

  /// The steps that go on.
  package func transferRuns() async throws -> [TransferRun] {
    try await read { try TransferTable(connection: $0).runs() }
  }
}
