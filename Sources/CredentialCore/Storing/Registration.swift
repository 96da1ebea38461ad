/// A service tells of a user: who, under which client, with which refresh token.
package struct Registration: Sendable {
  /// Provider and subject.
  package let id: CredentialID
  /// The client the token was issued to.
  package let client: ClientID
  /// The refresh token.
  package let token: Secret
  /// The service's own name for the user; nil leaves the stored one.
  package let account: String?
  /// The service's labels; nil leaves the stored ones.
  package let labels: [Label]?
  /// What the provider may call the token by.
  package var tokenNames: [TokenName] = []

  /// Describes a registration.
  package init(
    id: CredentialID, client: ClientID, token: Secret, account: String?, labels: [Label]?
  ) {
    self.id = id
    self.client = client
    self.token = token
    self.account = account
    self.labels = labels
  }

  /// The row as it becomes: the token joins as an unproven grant under `epoch`.
  ///
  /// It takes back nothing and never replaces a confirmed grant before the new one is proven; an
  /// older unproven grant of the same client is replaced at once. The caller schedules a first look.
  package func applied(to current: Credential?, epoch: Epoch, now: Moment) -> Credential {
    var credential =
      current ?? Credential(id: id, account: account, labels: labels ?? [], since: now)
    if let account { credential.account = account }
    if let labels { credential.labels = labels }
    if credential.state == .unknown, credential.grants.isEmpty { credential.reason = .registered }
    credential.grants.removeAll { $0.client == client && $0.isUnproven }
    credential.grants.append(Grant(client: client, epoch: epoch, given: now))
    credential.hint = nil
    return credential
  }
}

extension Credential {
  /// The grant to ask about next: the newest one never looked at, then one whose second proof is due
  /// (an unproven one while there are any), then the one looked at longest ago, so that no grant keeps
  /// another from being asked about. Dead ones only when there is no other.
  package func grantToLookAt(now: Moment) -> Grant? {
    placeToLookAt(now: now).map { grants[$0] }
  }

  /// The place of that grant, as a grant is much to copy.
  package func placeToLookAt(now: Moment) -> Int? {
    if grants.count == 1 { return grants[0].isAskable(at: now) ? 0 : nil }
    return grantAmongSeveral(now: now).flatMap { grants.index(of: $0.epoch) }
  }

  private func grantAmongSeveral(now: Moment) -> Grant? {
    let askable = grants.filter { $0.isAskable(at: now) }
    // Its time is short.
    if let lost = askable.first(where: { $0.outstanding != nil }) { return lost }
    let alive = askable.filter { $0.status != .dead }
    let candidates = alive.isEmpty ? askable : alive
    let unproven = candidates.filter { $0.status == .unproven }
    if let new = unproven.filter({ $0.lastLook == nil }).max(by: { $0.epoch < $1.epoch }) {
      return new
    }
    let doubtful = unproven.isEmpty ? candidates : unproven
    if let suspected = doubtful.first(where: { $0.awaitsProof(at: now) }) {
      return suspected
    }
    return candidates.min { $0.lastLookBefore(now) < $1.lastLookBefore(now) }
  }

  /// Why the next look would be made, unless somebody asked for it.
  package func purpose(of grant: Grant, now: Moment) -> LookPurpose {
    grant.isNeverSettled || grant.awaitsProof(at: now) ? .confirmation : .scheduled
  }
}

extension Grant {
  /// Whether it never worked, as far as is known, also while the first answer about it is awaited.
  fileprivate var isUnproven: Bool {
    status == .unproven || (status == .outstanding && outstanding?.before == .unproven)
  }

  /// Whether the look at it is one that something waits for: it is new, or its answer was lost.
  package var isNeverSettled: Bool { status == .unproven || status == .outstanding }

  /// When a look at it last ended; a time that is yet to come says nothing.
  fileprivate func lastLookBefore(_ now: Moment) -> Moment {
    lastLook.flatMap { $0 > now ? nil : $0 } ?? .distantPast
  }

  /// Whether a look now would be the second proof of a suspicion.
  package func awaitsProof(at now: Moment) -> Bool {
    guard let suspicion, suspicion.hold == nil else { return false }
    return suspicion.confirmableFrom <= now
  }
}

extension Moment {
  /// Earlier than every stored time.
  package static var distantPast: Moment { Moment(milliseconds: .min) }

  /// Later than every stored time.
  package static var distantFuture: Moment { Moment(milliseconds: .max) }
}
