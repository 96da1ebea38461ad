internal import CredentialCore

extension CredentialRecord {
  /// Whether the brake keeps a verdict about it back.
  var isBraked: Bool {
    credential.grants.contains { $0.suspicion?.hold?.cause == .brake }
  }

  /// Makes a look due that a verdict kept back is judged by anew.
  mutating func release(now: Moment) {
    guard inFlight == nil else { return }
    nextLook = now
    isRequested = true
  }

  /// Drops the verdicts that are kept back; false when there are none.
  mutating func discard() -> Bool {
    let held = credential.grants.indices.filter { credential.grants[$0].suspicion?.hold != nil }
    for index in held { credential.grants[index].suspicion = nil }
    return !held.isEmpty
  }
}
