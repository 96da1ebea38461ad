extension Credential {
  /// Whether a verdict about it is kept back by one of `causes`.
  package func isHeld(by causes: Set<Hold.Cause>) -> Bool {
    grants.contains { $0.isHeld(by: causes) }
      || (heldPush?.hold.cause).map(causes.contains) ?? false
  }

  /// Whether a verdict that is kept back would end its sessions.
  package var isToBeLoggedOut: Bool {
    if heldPush != nil, state != .revoked, state != .notFound { return true }
    return grants.contains { grant in
      guard let suspicion = grant.suspicion, suspicion.hold != nil else { return false }
      return suspicion.state == .revoked || suspicion.state == .notFound
    }
  }

  /// The same without what is kept back: the next negative answer begins a new suspicion.
  package func withoutHolds(_ causes: Set<Hold.Cause>) -> Credential {
    var free = self
    for index in grants.indices where grants[index].isHeld(by: causes) {
      free.grants[index].suspicion = nil
    }
    if let push = heldPush, causes.contains(push.hold.cause) { free.heldPush = nil }
    return free
  }
}

extension Grant {
  /// Whether a verdict by it is kept back by one of `causes`.
  package func isHeld(by causes: Set<Hold.Cause>) -> Bool {
    (suspicion?.hold?.cause).map(causes.contains) ?? false
  }
}
