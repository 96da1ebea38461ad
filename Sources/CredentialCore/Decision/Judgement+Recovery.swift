extension Judgement {
  /// A look at a grant already proven dead brought nothing new.
  func lookedAfterDeath(_ credential: Credential) -> Decision {
    buryWhenOver(Decision(unchanged: credential))
  }

  /// Counts the looks planned after a revocation that are over, made or missed; after the last one
  /// the grant goes, and its token with it.
  func buryWhenOver(_ decision: Decision) -> Decision {
    var decision = decision
    let over = decision.credential.looksOver(policy, now: now)
    decision.credential.grants[index].looksAfterDeath = over
    if over >= policy.looksAfterRevocation.count { decision.credential.grants.remove(at: index) }
    return plan(decision)
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
      action: action, at: now, evidence: evidence)
  }

  /// Adds the event and names the hooks it is delivered to.
  func publish(_ draft: EventDraft, in decision: inout Decision) {
    var draft = draft
    draft.hooks = decider.subscribers(of: draft)
    decision.events.append(draft)
  }
}
