extension Judgement {
  /// A look at a grant already proven dead: counted; after the last one its token is destroyed.
  func lookedAfterDeath(_ credential: Credential) -> Decision {
    var decision = Decision(unchanged: credential)
    decision.credential.grants[index].looksAfterDeath += 1
    decision.nextLook = afterDeath(decision.credential)
    let made = decision.credential.grants[index].looksAfterDeath
    guard made >= policy.looksAfterRevocation.count else { return decision }
    decision.credential.grants.remove(at: index)
    decision.nextLook = decision.credential.grants.isEmpty ? .never : .regular
    return decision
  }

  /// When a revoked credential is looked at next, after the looks its dead grant has had.
  func afterDeath(_ credential: Credential) -> Decision.NextLook {
    let made = credential.grants[index].looksAfterDeath
    guard made < policy.looksAfterRevocation.count else { return .never }
    return .at(max(credential.since + policy.looksAfterRevocation[made], now))
  }

  /// Puts the credential into a state and publishes that, when it is news.
  func change(
    _ decision: inout Decision, to state: CredentialState, _ reason: Reason, action: Action,
    undoes: Int64? = nil
  ) {
    var draft = draft(decision.credential, .stateChanged, action: action)
    decision.credential.state = state
    decision.credential.reason = reason
    decision.credential.since = now
    draft.newState = state
    draft.reason = reason
    draft.undoes = undoes
    publish(draft, in: &decision)
  }

  /// A draft about `credential` as it stands, to be filled in.
  func draft(_ credential: Credential, _ kind: EventKind, action: Action) -> EventDraft {
    EventDraft(
      kind: kind, credential: credential.id, account: credential.account, labels: credential.labels,
      oldState: credential.state, newState: credential.state, reason: credential.reason,
      action: action, at: now, evidence: observation.evidence)
  }

  /// Adds the event and names the hooks it is delivered to.
  func publish(_ draft: EventDraft, in decision: inout Decision) {
    var draft = draft
    draft.hooks = decider.subscribers(of: draft)
    decision.events.append(draft)
  }
}
