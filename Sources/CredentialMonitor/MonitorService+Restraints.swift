package import CredentialCore

extension MonitorService {
  /// Has verdicts of one provider, or of all, wait while looks go on.
  package func pause(_ request: OperationRequest) async throws -> Fields {
    try check(request, needsReason: true)
    let entry = request.entry(.pause, at: time.now())
    let pause = try await translating { try await store.pause(entry, now: entry.at) }
    tell(entry, 0)
    try await tellPauses()
    return [
      "since": .time(pause.since), "uid": .integer(Int64(pause.by.uid)),
      "reason": .text(pause.reason), "already": .boolean(pause.since < entry.at),
    ]
  }

  /// Ends a pause: that of one provider, or that of all, which leaves those of single ones.
  package func resume(_ request: OperationRequest) async throws -> Fields {
    try check(request, needsReason: false)
    let before = try await translating { try await store.restraints() }
    let entry = request.entry(.resume, at: time.now())
    let step = HoldStep(.lookAgain, ending: .pause, causes: [.pause], entry: entry)
    let users = try await settle(step) { try await tellPauses() }
    try await tellPushBrakes(of: request.provider)
    let ended = request.provider.map { before.pauses[$0] } ?? before.everywhere
    let after = try await translating { try await store.restraints() }
    let still = setup.providers.map(\.name).filter { name in
      name == request.provider ?? name && after.pause(of: name) != nil
    }
    var fields: Fields = ["was_paused": .boolean(ended != nil)]
    fields.add("paused_since", (ended?.since).map(Value.time))
    fields.add("users", .integer(Int64(users)))
    fields.add("still_paused", .list(still.map { .text($0.text) }))
    return fields
  }

  /// Accepts what the first interval of one provider, or of each, found.
  package func acceptBaseline(_ request: OperationRequest) async throws -> Fields {
    try check(request, needsReason: false)
    let entry = request.entry(.acceptBaseline, at: time.now())
    let step = HoldStep(.lookAgain, ending: .baseline, causes: [.baseline], entry: entry)
    let users = try await settle(step) { await tellWaits(of: request.provider) }
    try await tellPushBrakes(of: request.provider)
    return ["users": .integer(Int64(users))]
  }

  /// The newest entries of the audit.
  package func audit(limit: Int) async throws -> [AuditEntry] {
    try await translating { try await store.audit(limit: limit) }
  }

  /// Notes a change that was made by another call, in the log and in the audit.
  package func note(_ verb: AuditVerb, by request: OperationRequest) async {
    var entry = request.entry(verb, at: time.now())
    entry.number = request.provider == nil ? 0 : 1
    journal.record(Notice(.operated, entry.fields))
    // What was asked for is done; a store that takes no writes tells of that itself.
    try? await store.keep(entry)
  }

  /// Tells of pauses.
  func tellPauses() async throws {
    let restraints = try await translating { try await store.restraints() }
    var paused: [String: Pause] = [:]
    paused[""] = restraints.everywhere
    for (name, pause) in restraints.pauses { paused[name.text] = pause }
    for condition in await board.current
    where condition.kind == .paused && paused[condition.subject] == nil {
      await board.end(.paused, subject: condition.subject, isGone: true)
    }
    for (subject, pause) in paused {
      await board.begin(
        .paused, subject: subject, detail: "by uid \(pause.by.uid): \(pause.reason)",
        since: pause.since)
    }
  }

  /// Tells at once what an operation means for that which waits for too long.
  func tellWaits(of provider: ProviderName?) async {
    for (name, watch) in watches where name == provider ?? name {
      await watch.tellWaitsAnew()
    }
  }
}
