package import CredentialCore

extension MonitorService {
  /// Passes on what a user's device saw; returns once what it led to is durable.
  package func report(_ request: ReportRequest) async throws -> Fields {
    let provider = try configured(request.id.provider)
    let report = try report(request, now: time.now())
    if let client = request.client { try expect(client, of: provider) }
    let committed = try await translating {
      try await store.apply(report, decider: setup.decider, now: report.received)
    }
    guard let committed else { throw Self.unknown(request.id) }
    EventLog(journal: journal).record(committed)
    await watches[provider.name]?.note(committed)
    await nudge(provider.name)
    return try await outcome(of: committed, report)
  }

  private func report(_ request: ReportRequest, now: Moment) throws -> Report {
    let at = request.at.isEmpty ? now : Moment(request.at, before: now)
    guard let at else {
      throw OperationError(
        .invalidArgument,
        "at is neither an instant such as 2026-11-30T04:05:06Z nor a duration ago such as 2h30m")
    }
    guard at <= now + Self.clockTolerance else {
      throw OperationError(
        .invalidArgument,
        "at is in the future by more than five minutes; set the clock of whoever saw it")
    }
    return Report(
      credential: request.id, client: request.client, saw: request.saw, at: at, received: now)
  }

  private func outcome(of committed: Committed, _ report: Report) async throws -> Fields {
    let ground = committed.report
    let state = try await credential(report.credential).state
    var row: Fields = ["state": .text(state.rawValue)]
    row.add("rule", (ground?.rule.rawValue).map(Value.text))
    row.add("words", ground.map { .text($0.words(at: report.received)) })
    return row
  }

  /// The clocks of devices and services may differ from ours by so much.
  private static let clockTolerance: Duration = .seconds(300)
}

extension ProviderWatch {
  /// Takes note of what a report has led to.
  func note(_ committed: Committed) async {
    vigil.noteCommit(waits: committed.holdsBack || committed.hasAwaiting, at: time.now())
    await tell(committed.brake.map { [$0] } ?? [])
    if let stale = committed.stale { await tellStale(stale) }
  }
}
