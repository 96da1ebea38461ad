package import CredentialCore

extension MonitorService: MonitorOperations {
  /// Enrols a user or hands over a new token.
  package func register(_ request: RegisterRequest) async throws -> Credential {
    let provider = try configured(request.id.provider)
    try provider.enrolment.check(request.id.subject, token: request.token, of: provider.name)
    var registration = Registration(
      id: request.id, client: try client(request.client, of: provider), token: request.token,
      account: request.account, labels: request.labels)
    registration.tokenNames = provider.tokenNames(request.token)
    let credential = try await translating { [registration] in
      try await store.register(registration, now: time.now())
    }
    var fields: Fields = [:]
    fields.add("uid", request.caller.map { .integer(Int64($0.uid)) })
    journal.record(Notice(.registered, credential.id, fields))
    try await noteEnrolment(of: credential.id)
    let judged = try await recallPushes(about: credential.id)
    await nudge(provider.name)
    return judged ?? credential
  }

  /// One credential.
  package func credential(_ id: CredentialID) async throws -> Credential {
    let credential = try await translating { try await store.credential(id) }
    guard let credential else { throw Self.unknown(id) }
    return credential
  }

  /// A page of credentials.
  package func credentials(_ query: CredentialQuery) async throws -> [Credential] {
    let page = try await translating { try await store.credentials(query) }
    if page.isEmpty, query.after == nil, let name = query.provider {
      try await expectUsers(of: name)
    }
    return page
  }

  /// Of a provider that is not configured, and of which no user is left, it is not said that there is
  /// nothing: its name is wrong.
  private func expectUsers(of name: ProviderName) async throws {
    let query = CredentialQuery(provider: name, limit: 1)
    if try await translating({ try await store.credentials(query) }).isEmpty {
      _ = try configured(name)
    }
  }

  /// Makes a look due now, when the budget has room.
  package func checkNow(_ id: CredentialID) async throws -> CheckOutcome {
    let provider = try configured(id.provider)
    guard provider.policy.rotation != .shared else {
      throw OperationError(
        .refused, "no look is made at \(provider.name): its tokens are refreshed by others (shared)"
      )
    }
    let outcome = try await translating {
      try await store.requestCheck(id, policy: provider.policy, now: time.now())
    }
    switch outcome {
    case .notFound: throw Self.unknown(id)
    case .noGrant:
      throw OperationError(
        .refused, "there is no token to ask with; register the user's next sign-in")
    case .accepted: await nudge(provider.name)
    case .inFlight, .budgetSpent: break
    }
    return outcome
  }

  /// A page of events after a cursor.
  package func events(generation: String, after: Int64, limit: Int) async throws -> EventPage {
    guard generation.isEmpty || generation == store.generation else {
      throw OperationError(
        .generationChanged,
        "the cursor is of another store; this one's generation is \(store.generation): compare all "
          + "you hold, then list from the start")
    }
    let events = try await translating { try await store.events(after: after, limit: limit) }
    if events.isEmpty, after > 0 { try await expectEvent(after) }
    return EventPage(
      generation: store.generation, events: events, next: events.last?.sequence ?? after)
  }

  /// A cursor ahead of the store would skip, without a word, what is yet to come up to its number.
  private func expectEvent(_ sequence: Int64) async throws {
    let known = try await translating { try await store.events(after: sequence - 1, limit: 1) }
    guard known.first?.sequence != sequence else { return }
    throw OperationError(
      .generationChanged,
      "event \(sequence) is not in this store, which may be an older backup; compare all you hold")
  }

  static func unknown(_ id: CredentialID) -> OperationError {
    OperationError(.notFound, "there is no credential of \(id.subject) at \(id.provider)")
  }

  func acceptChanges() throws {
    if isStopping { throw OperationError(.stopping, "the daemon is about to end; call again") }
  }

  func configured(_ name: ProviderName) throws -> Provider {
    try acceptChanges()
    if let provider = setup.providers.first(where: { $0.name == name }) { return provider }
    let names = setup.providers.map(\.name.text).joined(separator: ", ")
    throw OperationError(
      .invalidArgument, "no provider is called \(name); configured are: \(names)")
  }

  private func client(_ asked: ClientID?, of provider: Provider) throws -> ClientID {
    guard let asked else {
      if provider.clients.count == 1 { return provider.clients[0] }
      let clients = provider.clients.map(\.text).joined(separator: ", ")
      throw OperationError(
        .invalidArgument, "\(provider.name) has several clients; name one of: \(clients)")
    }
    try expect(asked, of: provider)
    return asked
  }

  /// Refuses a client that is not the provider's.
  func expect(_ client: ClientID, of provider: Provider) throws {
    guard !provider.clients.contains(client) else { return }
    let clients = provider.clients.map(\.text).joined(separator: ", ")
    throw OperationError(
      .invalidArgument, "\(client) is no client of \(provider.name); configured are: \(clients)")
  }

  /// Does something with the store whose errors are told to a caller by our own codes.
  func translating<Answer: Sendable>(
    _ body: () async throws -> Answer
  ) async throws -> Answer {
    do { return try await body() } catch let error as StoreError {
      throw OperationError(Self.code(of: error.code), error.message)
    }
  }

  private static func code(of code: StoreError.Code) -> OperationError.Code {
    switch code {
    case .full, .locked, .inputOutput: .storeFull
    case .busy: .busy
    case .closed: .stopping
    case .notOurs, .damaged, .rowUnreadable, .newerSchema, .inUse, .sealingKey: .internal
    }
  }
}
