internal import CredentialCore

extension Event {
  /// What is kept of an event once its user is forgotten: number, states and reason; the subject
  /// becomes `forgotten:` and `hash`, which tells the events of one user from another's.
  func forgotten(hash: String) -> Event {
    let subject = Subject(validBytes: Array("forgotten:\(hash)".utf8))
    var kept = EventDraft(
      kind: body.kind,
      credential: CredentialID(provider: body.credential.provider, subject: subject),
      account: nil, labels: [], oldState: body.oldState, newState: body.newState,
      reason: body.reason, action: body.action, at: body.at, evidence: Evidence(""))
    kept.undoes = body.undoes
    kept.hooks = body.hooks
    return Event(generation: generation, sequence: sequence, body: kept)
  }
}
