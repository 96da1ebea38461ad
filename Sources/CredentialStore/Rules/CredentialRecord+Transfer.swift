internal import CredentialCore

extension CredentialRecord {
  /// Takes over what a user's old name had, where nothing is here.
  mutating func inherit(from old: CredentialRecord, isNew: Bool) {
    if credential.account == nil { credential.account = old.credential.account }
    if credential.labels.isEmpty { credential.labels = old.credential.labels }
    // A token is not asked about more often for having moved.
    if isNew { budget = old.budget }
  }

  /// Takes over a token, to be proven by a look at the time of the old name's; false when there is one of
  /// its client already.
  mutating func inherit(
    _ client: ClientID, _ epoch: Epoch, from old: CredentialRecord, now: Moment
  ) -> Bool {
    guard !credential.grants.contains(where: { $0.client == client }) else { return false }
    credential.grants.append(Grant(client: client, epoch: epoch, given: now))
    guard inFlight == nil else { return true }
    nextLook = min(nextLook ?? .distantFuture, max(old.nextLook ?? now, now))
    return true
  }
}

extension Grant {
  /// Whether its token may go over to a new name of its user.
  var isMovable: Bool {
    switch status {
    case .unproven, .live: true
    case .dead, .outstanding, .lost: false
    }
  }
}
