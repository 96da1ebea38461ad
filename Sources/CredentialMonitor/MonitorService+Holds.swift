package import CredentialCore

extension MonitorService {
  /// Takes the brake off and has what is kept back judged by fresh looks, or turned as it stands. What
  /// mode `observe` keeps back is none of its business.
  package func release(_ request: OperationRequest, asIs: Bool) async throws -> Fields {
    try check(request, needsReason: asIs)
    if asIs, let name = request.provider, try configured(name).policy.mode == .observe {
      throw OperationError(
        .refused, "\(name) is in mode observe, which turns nothing; configure enforce first")
    }
    try await expectHold(request, Self.released)
    if request.isPreview { return try await preview(request, Self.released) }
    let braked = try await books(request)
    let entry = request.entry(asIs ? .releaseAsIs : .release, at: time.now())
    let step = HoldStep(
      asIs ? .turn : .lookAgain, ending: request.subject == nil ? .brakes : .nothing,
      causes: Self.released, entry: entry)
    let users = try await settle(step) { try await tellReleased(since: braked, request) }
    return ["users": .integer(Int64(users))]
  }

  /// Drops what is kept back, whatever keeps it.
  package func discard(_ request: OperationRequest) async throws -> Fields {
    try check(request, needsReason: true)
    let causes = Set(Hold.Cause.allCases)
    try await expectHold(request, causes)
    if request.isPreview { return try await preview(request, causes) }
    let entry = request.entry(.discard, at: time.now())
    let users = try await settle(HoldStep(.drop, causes: causes, entry: entry))
    await tellWaits(of: request.provider)
    return ["users": .integer(Int64(users))]
  }

  private func tellReleased(
    since braked: [ProviderName: ClientBook], _ request: OperationRequest
  ) async throws {
    await tellWaits(of: request.provider)
    for (name, book) in try await books(request) {
      for client in book.standings.keys {
        let before = braked[name] ?? ClientBook()
        if let change = BrakeChange(name, client, before: before, after: book) {
          await board.note(change, isReleased: true)
        }
      }
    }
    try await tellPushBrakes(of: request.provider)
  }

  /// What `release` is about.
  private static let released: Set<Hold.Cause> = [.brake, .pause, .baseline]

  /// So many users of a preview are named.
  static let namedInPreview = 100

  /// Does a step and all that follow it; a daemon that ends between two leaves a state from which the
  /// same call goes on.
  func settle(_ first: HoldStep) async throws -> Int {
    var (step, users): (HoldStep, Int) = (first, 0)
    do {
      repeat {
        if step.row != nil { try acceptChanges() }
        let page = try await translating {
          try await store.settle(step, decider: setup.decider, now: time.now())
        }
        users += page.users
        (step.row, step.after) = (page.row, page.next)
        EventLog(journal: journal).record(page.committed)
        await nudge(among: step.entry.provider)
      } while step.after != nil
    } catch {
      if step.row != nil { tell(step.entry, users) }
      throw error
    }
    tell(step.entry, users)
    return users
  }

  /// The same; what the first step ended is told also when a later one fails.
  func settle(_ first: HoldStep, telling tell: () async throws -> Void) async throws -> Int {
    let users: Int
    do { users = try await settle(first) } catch {
      // A store that cannot be read tells of that itself.
      try? await tell()
      throw error
    }
    try await tell()
    return users
  }

  /// Tells one provider's watch, or all, that looks may be due.
  func nudge(among provider: ProviderName?) async {
    for name in setup.providers.map(\.name) where name == provider ?? name { await nudge(name) }
  }

  /// Tells the log of what was asked for and done.
  func tell(_ entry: AuditEntry, _ number: Int) {
    var done = entry
    done.number = number
    journal.record(Notice(.operated, done.fields))
  }

  /// Refuses a request about an unknown provider, and one without the reason that it needs.
  func check(_ request: OperationRequest, needsReason: Bool) throws {
    try acceptChanges()
    if let name = request.provider { _ = try configured(name) }
    guard !request.isPreview, needsReason || !request.reason.isEmpty else { return }
    let bytes = request.reason.utf8.count
    guard (1...OperationRequest.longestReason).contains(bytes),
      request.reason.firstControlCharacter == nil,
      request.reason.contains(where: { !$0.isWhitespace })
    else {
      throw OperationError(
        .invalidArgument,
        "reason must be 1 to \(OperationRequest.longestReason) bytes without control characters, "
          + "and not blank")
    }
  }

  /// Of one user it is said that nothing is kept back.
  private func expectHold(_ request: OperationRequest, _ causes: Set<Hold.Cause>) async throws {
    guard let provider = request.provider, let subject = request.subject else { return }
    let known = try await credential(CredentialID(provider: provider, subject: subject))
    guard !known.isHeld(by: causes) else { return }
    let causes = causes.map(\.rawValue).sorted().joined(separator: ", ")
    throw OperationError(
      .refused, "no verdict about it is kept back by \(causes); see: credstatectl holds")
  }

  /// How many users a request is about, and the first of them.
  private func preview(
    _ request: OperationRequest, _ causes: Set<Hold.Cause>
  ) async throws -> Fields {
    var query = CredentialQuery(provider: request.provider, isHeld: true, limit: 1_000)
    if let provider = request.provider, let subject = request.subject {
      let one = try await credential(CredentialID(provider: provider, subject: subject))
      return ["users": .integer(1), "credentials": .list([.fields(one.fields)])]
    }
    var (users, rows): (Int64, [Value]) = (0, [])
    while true {
      let page = try await credentials(query)
      let held = page.filter { $0.isHeld(by: causes) }
      users += Int64(held.count)
      rows += held.prefix(Self.namedInPreview - rows.count).map { .fields($0.fields) }
      guard page.count == query.limit, let last = page.last else { break }
      query.after = last.id
    }
    return ["users": .integer(users), "credentials": .list(rows)]
  }

  private func books(_ request: OperationRequest) async throws -> [ProviderName: ClientBook] {
    var books: [ProviderName: ClientBook] = [:]
    for name in setup.providers.map(\.name) where name == request.provider ?? name {
      books[name] = try await translating { try await store.clients(of: name) }
    }
    return books
  }
}
