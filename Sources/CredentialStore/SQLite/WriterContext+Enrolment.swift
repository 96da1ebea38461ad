internal import CredentialCore

extension WriterContext {
  /// Stores a sign-in and its sealed token.
  func register(_ registration: Registration, now: Moment) throws -> Credential {
    let epoch = nextEpoch()
    let known = try credentials.read(registration.id)
    var stored = try known ?? insert(registration, now: now)
    stored.record.register(registration, epoch: epoch, now: now)
    try write(stored, before: known?.record)
    try grants.setToken(try seal.seal(registration.token, of: registration.id, epoch), epoch)
    try nameToken(registration.tokenNames, of: registration.id.provider, epoch)
    try evidence.note(HistoryEntry(signInOf: stored.record.credential, at: now), of: stored.number)
    return stored.record.credential
  }

  private func insert(_ registration: Registration, now: Moment) throws -> StoredCredential {
    let provider = registration.id.provider
    if books[provider] == nil, try credentials.provider(provider) == nil {
      restraints.begin(provider, now: now)
    }
    let credential = Credential(
      id: registration.id, account: registration.account, labels: registration.labels ?? [],
      since: now)
    return try credentials.insert(CredentialRecord(credential))
  }

  /// Removes a credential and what tells of its user.
  func forget(_ id: CredentialID, force: Bool) throws -> ForgetOutcome {
    try forgetUnknown(id)
    guard let stored = try credentials.read(id) else { return .notFound }
    let open = try deliveries.open(credential: stored.number)
    let untold = try open.filter { record in
      try events.read(record.id.sequence).map { $0.body.action >= .logOut } ?? false
    }
    guard untold.isEmpty || force else {
      return .undelivered(hooks: Set(untold.map(\.id.hook)).sorted())
    }
    for var record in open where record.status == .pending {
      record.status = .superseded
      try deliveries.write(record)
    }
    let hash = try seal.pseudonym(of: id)
    try events.forget(credential: stored.number, hash: hash)
    try audit.forget(id, hash: hash)
    try credentials.delete(number: stored.number)
    note(nil, before: stored.record.nextLook, of: stored.provider)
    count(nil, before: stored.record, of: id)
    return .forgotten
  }

  /// Makes a look due now.
  func requestCheck(_ id: CredentialID, policy: ProviderPolicy, now: Moment) throws
    -> CheckOutcome
  {
    guard var stored = try credentials.read(id) else { return .notFound }
    let before = stored.record
    let outcome = stored.record.requestCheck(
      policy: policy, unknownUpTo: unknownUpTo, now: now)
    if outcome == .accepted { try write(stored, before: before) }
    return outcome
  }
}
