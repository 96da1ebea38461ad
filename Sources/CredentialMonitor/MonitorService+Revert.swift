package import CredentialCore

extension MonitorService {
  /// Takes back the state changes of one provider that were decided since a time, an instant or a
  /// duration ago, and are still in force; each in an event that names the one it undoes.
  package func revert(_ request: OperationRequest, since text: String) async throws -> Fields {
    try check(request, needsReason: true)
    guard let provider = request.provider else {
      throw OperationError(.invalidArgument, "provider is empty; state changes are one provider's")
    }
    let now = time.now()
    guard let since = Moment(text, before: now) else {
      throw OperationError(
        .invalidArgument,
        "since is neither an instant of RFC 3339, such as 2026-11-30T04:05:06Z, nor a duration "
          + "ago, such as 2h30m")
    }
    guard since <= now else {
      throw OperationError(
        .invalidArgument,
        "since is \(since.rfc3339), which is yet to come: it is \(now.rfc3339) here")
    }
    let selection = RevertSelection(provider: provider, since: since)
    var fields: Fields = ["since": .time(since)]
    if request.isPreview {
      let (users, rows) = try await previewRevert(selection)
      fields.add("users", .integer(Int64(users)))
      fields.add("events", .list(rows))
      return fields
    }
    let entry = request.entry(.revert, at: time.now())
    var done = RevertProgress()
    do { try await revert(selection, entry, &done) } catch {
      if done.row != nil { tell(entry, done.users) }
      throw error
    }
    tell(entry, done.users)
    fields.add("users", .integer(Int64(done.users)))
    return fields
  }

  /// How far taking back has come.
  private struct RevertProgress {
    var users = 0
    var row: Int64?
  }

  private func revert(
    _ selection: RevertSelection, _ entry: AuditEntry, _ done: inout RevertProgress
  ) async throws {
    var after: Int64? = 0
    while let place = after {
      let found = try await translating {
        try await store.revertible(selection, after: place)
      }
      after = found.next
      var rest = found.events.map(\.sequence)[...]
      // The first step writes the audit, also when there is nothing to take back.
      while !rest.isEmpty || (done.row == nil && after == nil) {
        try acceptChanges()
        let step = RevertStep(
          Array(rest.prefix(RevertStep.usersAtOnce)), entry: entry, row: done.row)
        rest = rest.dropFirst(RevertStep.usersAtOnce)
        let page = try await translating {
          try await store.revert(step, decider: setup.decider, now: time.now())
        }
        done.users += page.users
        done.row = page.row
        EventLog(journal: journal).record(page.committed)
        await nudge(among: selection.provider)
      }
    }
  }

  private func previewRevert(_ selection: RevertSelection) async throws -> (Int, [Value]) {
    var (users, rows, after): (Int, [Value], Int64?) = (0, [], 0)
    while let place = after {
      let found = try await translating {
        try await store.revertible(selection, after: place)
      }
      users += found.events.count
      rows += found.events.prefix(Self.namedInPreview - rows.count).map { .fields($0.fields) }
      after = found.next
    }
    return (users, rows)
  }
}
