package import CredentialCore

extension MemoryStore {
  /// Stores a sign-in.
  package func register(_ registration: Registration, now: Moment) async throws -> Credential {
    try step { state in
      let provider = registration.id.provider
      if state.books[provider] == nil { state.restraints.begin(provider, now: now) }
      let epoch = state.nextEpoch()
      var entry = state.entries[registration.id] ?? state.newEntry(registration, now: now)
      state.entries.note(epoch, of: entry.number)
      entry.record.register(registration, epoch: epoch, now: now)
      entry.add(registration.token, epoch)
      state.tokenNames[registration.id, default: [:]][epoch] = registration.tokenNames
      entry.keepTokensOfGrants()
      state.note(HistoryEntry(signInOf: entry.record.credential, at: now), in: &entry)
      state.keep(entry)
      return entry.record.credential
    }
  }

  /// Removes a credential and what tells of its user.
  package func forget(_ id: CredentialID, force: Bool, now: Moment) async throws -> ForgetOutcome {
    try step { state in
      state.unknownPushes.forget(id)
      guard let entry = state.entries[id] else { return .notFound }
      let open = state.deliveries.values.filter { $0.credential == entry.number && $0.isOpen }
      let untold = open.filter { state.event($0.id.sequence)?.body.action ?? .none >= .logOut }
      guard untold.isEmpty || force else {
        return .undelivered(hooks: Set(untold.map(\.id.hook)).sorted())
      }
      state.entries[id] = nil
      state.recordings[id] = nil
      state.profiles[id] = nil
      state.transfers[id] = nil
      state.books[id.provider]?.count(nil, before: entry.record.credential)
      for delivery in open where delivery.status == .pending {
        state.deliveries[delivery.id]?.status = .superseded
      }
      let hash = Generation.hex(UInt64(bitPattern: Int64(id.hashValue)))
      state.events = state.events.map {
        $0.body.credential == id ? $0.forgotten(hash: hash) : $0
      }
      state.forgetInAudit(id, hash: hash)
      return .forgotten
    }
  }

  /// Makes a look due now.
  package func requestCheck(_ id: CredentialID, policy: ProviderPolicy, now: Moment) async throws
    -> CheckOutcome
  {
    try step { $0.entries[id]?.record.requestCheck(policy: policy, now: now) ?? .notFound }
  }

  /// One credential.
  package func credential(_ id: CredentialID) async throws -> Credential? {
    try step { $0.entries[id]?.record.credential }
  }

  /// A page of credentials.
  package func credentials(_ query: CredentialQuery) async throws -> [Credential] {
    try step { state in
      let wanted = state.entries.values.map(\.record.credential).filter { credential in
        (query.provider.map { $0 == credential.id.provider } ?? true)
          && (query.state.map { $0 == credential.state } ?? true)
          && (!query.isHeld || credential.isHeld(by: Set(Hold.Cause.allCases)))
          && (!query.isStale || credential.staleSince != nil)
          && (query.after.map { $0 < credential.id } ?? true)
      }
      return Array(wanted.sorted { $0.id < $1.id }.prefix(max(0, query.limit)))
    }
  }

  /// A page of events.
  package func events(after sequence: Int64, limit: Int) async throws -> [Event] {
    try step { Array($0.events.filter { $0.sequence > sequence }.prefix(max(0, limit))) }
  }

  /// The place of a reader of events.
  package func position(of cursor: Cursor) async throws -> Int64? {
    try step { $0.positions[cursor] }
  }

  /// Moves the place of a reader of events.
  package func advance(_ cursor: Cursor, to sequence: Int64) {
    // Closed: nobody will ask for the place any more.
    try? step { $0.positions[cursor] = sequence }
  }

  /// Counts for status.
  package func census() async throws -> StoreCensus {
    try step { state in
      var census = StoreCensus()
      census.sequence = state.sequence
      for entry in state.entries.values {
        let credential = entry.record.credential
        census.credentials[credential.id.provider, default: [:]][credential.state, default: 0] += 1
        for cause in Hold.Cause.allCases where credential.isHeld(by: [cause]) {
          census.holds[credential.id.provider, default: [:]][cause, default: 0] += 1
        }
        if credential.isToBeLoggedOut {
          census.wouldLogOut[credential.id.provider, default: 0] += 1
        }
      }
      for delivery in state.deliveries.values {
        census.deliveries[delivery.status, default: 0] += 1
      }
      return census
    }
  }

  /// Deliveries whose hook is gone.
  package func orphanedDeliveries() async throws -> Int {
    try step { $0.deliveries.values.count { $0.status == .orphaned } }
  }
}

extension MemoryState {
  fileprivate func newEntry(_ registration: Registration, now: Moment) -> Entry {
    let credential = Credential(
      id: registration.id, account: registration.account, labels: registration.labels ?? [],
      since: now)
    return Entry(number: entries.nextNumber, record: CredentialRecord(credential))
  }
}
