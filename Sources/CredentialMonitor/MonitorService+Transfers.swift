package import CredentialCore

extension MonitorService {
  /// Begins a step of the move of a provider's app to another team, or goes on with it; it works on after
  /// the call, and after a start.
  package func transfer(
    _ stage: TransferStage, _ request: OperationRequest
  ) async throws -> Fields {
    try check(request, needsReason: false)
    guard let name = request.provider else {
      throw OperationError(.invalidArgument, "provider is empty; an app is one provider's")
    }
    let terms = try terms(of: name)
    if stage == .import, !terms.canImport {
      throw OperationError(
        .refused,
        "the receiving team's key is not configured; add transfer_key_id and transfer_key_file to "
          + "provider.\(name), then reload")
    }
    if let running = transferring[name], running.stage != stage {
      throw OperationError(
        .busy, "the \(running.stage.rawValue) goes on; see credstatectl transfer status \(name)")
    }
    let run = TransferRun(stage, of: name, asked: time.now())
    var entry = request.entry(stage.audited, at: run.asked)
    entry.number = try await open(run, terms)
    let kept = entry
    try await translating { try await store.transfers.begin(run, entry: kept) }
    journal.record(Notice(.operated, kept.fields))
    start(run)
    return ["users": .integer(Int64(kept.number)), "stage": .text(stage.rawValue)]
  }

  /// How far a provider's move has come, as a row.
  package func transferStatus(of name: ProviderName) async throws -> Fields {
    let provider = try configured(name)
    let terms = try terms(of: name)
    let query = TransferQuery(provider: name, accepted: terms.accepted)
    let progress = try await translating { try await store.transfers.transferProgress(of: query) }
    var fields: Fields = [
      "provider": .text(name.text), "target": .text(terms.target),
      "can_import": .boolean(terms.canImport),
    ]
    fields.add("accepted", terms.accepted.map(Value.time))
    fields.add("deadline", terms.deadline.map(Value.time))
    let left = terms.deadline.map { max(0, ($0 - time.now()).wholeMilliseconds / 86_400_000) }
    fields.add("days_left", left.map(Value.integer))
    fields.add("users", .integer(Int64(progress.users)))
    fields.add("collected", .integer(Int64(progress.identified)))
    fields.add("mapped", .integer(Int64(progress.mapped)))
    fields.add("refused", .integer(Int64(progress.refused)))
    fields.add("unmapped", .integer(Int64(progress.unmapped)))
    let seconds = Double(progress.users) / provider.policy.looksPerSecond
    fields.add("seconds_a_stage", .integer(Int64(seconds.rounded(.up))))
    fields.add("running", (transferring[name]?.stage.rawValue).map(Value.text))
    fields.add("trouble", transferTrouble[name].map(Value.text))
    return fields
  }

  /// A page of the users whom a move concerns, one row each.
  package func transfers(
    of name: ProviderName, isUnmapped: Bool, after: Subject?, limit: Int
  ) async throws -> [Fields] {
    let query = TransferQuery(
      provider: name, accepted: try terms(of: name).accepted,
      part: isUnmapped ? .unmapped : .all, after: after, limit: limit)
    return try await translating { try await store.transfers.transferring(query) }.map(\.fields)
  }

  private func terms(of name: ProviderName) throws -> TransferTerms {
    guard let terms = try configured(name).policy.transfer else {
      throw OperationError(
        .refused,
        "no move to another team is configured for \(name); transfer_team_id says which team")
    }
    return terms
  }

  private func open(_ run: TransferRun, _ terms: TransferTerms) async throws -> Int {
    let query = TransferQuery(provider: run.provider, accepted: terms.accepted)
    let progress = try await translating { try await store.transfers.transferProgress(of: query) }
    return run.stage == .export
      ? progress.users - progress.identified : max(0, progress.identified - progress.mapped)
  }
}

extension MonitorService {
  /// Goes on with the steps that were asked for and have not come to their end.
  func resumeTransfers() async throws {
    let runs = try await translating { try await store.transfers.transferRuns() }
    for run in runs where transferring[run.provider] == nil { start(run) }
  }

  private func start(_ run: TransferRun) {
    guard !isStopping else { return }
    transferring[run.provider]?.work.cancel()
    transferTrouble[run.provider] = nil
    transferring[run.provider] = TransferWork(
      stage: run.stage, asked: run.asked, work: Task { await self.work(on: run) })
  }

  /// Asks page by page until all were asked about, we are refused, or another call took over.
  private func work(on run: TransferRun) async {
    var course = TransferCourse(run)
    while !Task.isCancelled, transferring[run.provider]?.asked == run.asked {
      let began = time.now()
      switch await step(&course) {
      case .goOn(let wait):
        transferTrouble[run.provider] = course.trouble
        if wait > .zero { await time.sleep(until: began + wait, asOf: began) }
      case .done:
        guard transferring[run.provider]?.asked == run.asked else { return }
        // A store that takes no writes has the step made once more after a start, for nobody.
        try? await store.transfers.end(run, now: time.now())
        return await finish(run, course)
      case .stop: return await finish(run, course)
      }
    }
  }

  private func step(_ course: inout TransferCourse) async -> TransferCourse.Step {
    let name = course.run.provider
    guard let provider = setup.providers.first(where: { $0.name == name }),
      let agent = provider.transfer
    else {
      // A reload that configures one goes on with the step.
      _ = course.noteRefusal("no move is configured (any more)")
      return .stop
    }
    do {
      let page = try await store.transfers.transferring(course.query(provider))
      let replies = await agent.ask(course.questions(page), now: time.now())
      let findings = zip(page, replies).map { TransferFinding($0.subject, $1) }
      await tell(
        try await store.transfers.note(
          findings, of: name, decider: setup.decider, now: time.now()), of: name)
      let pace = Double(page.count) / provider.policy.looksPerSecond
      return course.note(page, replies, pace: .milliseconds(Int64(pace * 1000)))
    } catch {
      return .goOn(after: course.noteRefusal("\(error)"))
    }
  }

  private func finish(_ run: TransferRun, _ course: TransferCourse) async {
    guard transferring[run.provider]?.asked == run.asked else { return }
    transferring[run.provider] = nil
    transferTrouble[run.provider] = course.trouble
    await watchTransfer(of: run.provider)
  }

  /// The user of an identifier for the move has signed in under another name.
  func noteMoved(
    _ identifier: Subject, to successor: Subject, of name: ProviderName
  ) async throws {
    guard setup.providers.first(where: { $0.name == name })?.policy.transfer != nil,
      let old = try await store.transfers.subject(ofTransfer: identifier, of: name),
      old != successor
    else { return }
    let finding = TransferFinding(old, .successor(successor, UserProfile()))
    await tell(
      try await store.transfers.note(
        [finding], of: name, decider: setup.decider, now: time.now()), of: name)
  }

  private func tell(_ committed: [Committed], of name: ProviderName) async {
    let ledger = EventLog(journal: journal)
    for outcome in committed { ledger.record(outcome) }
    if committed.contains(where: { !$0.events.isEmpty }) { await nudge(name) }
  }
}

extension MonitorService {
  /// Tells which moves leave users without a new name, and how long there is time.
  func watchTransfers() async {
    for provider in setup.providers { await watchTransfer(of: provider.name) }
  }

  private func watchTransfer(of name: ProviderName) async {
    transferWatches.removeValue(forKey: name)?.cancel()
    let kinds: [ConditionKind] = [.transferOpen, .transferEnding]
    guard let terms = setup.providers.first(where: { $0.name == name })?.policy.transfer else {
      return await board.note(ConditionStanding(), of: kinds, name)
    }
    let now = time.now()
    let query = TransferQuery(provider: name, accepted: terms.accepted)
    // A store that cannot be read tells of that itself.
    if let progress = try? await store.transfers.transferProgress(of: query) {
      let standing = terms.standing(unmapped: progress.unmapped, of: progress.users, at: now)
      await board.note(standing, of: kinds, name)
    }
    guard terms.accepted != nil, !isStopping else { return }
    // Counting goes through all users: once an hour, and at the end of a step.
    transferWatches[name] = Task { [time] in
      await time.sleep(until: now + Self.transferTick, asOf: now)
      if !Task.isCancelled { await self.watchTransfer(of: name) }
    }
  }

  private static let transferTick: Duration = .seconds(3600)
}

/// A step of a move that goes on.
struct TransferWork: Sendable {
  let stage: TransferStage
  /// When it was asked for, which tells it from an earlier one.
  let asked: Moment
  let work: Task<Void, Never>
}
