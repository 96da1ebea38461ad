/// The rules by which an observation changes a credential; pure, called by the store's writer on the
/// current rows inside its transaction.
///
/// Source: the design's section on how a state is decided. Only a presumptive answer about this very
/// grant, seen twice, each time with a witness that the provider was well, of a token that once
/// worked, with no other live grant, changes a state.
package struct Decider: Sendable {
  /// The policy of each provider.
  package let policies: [ProviderName: ProviderPolicy]
  /// Who is to be told by a hook.
  package let hooks: [HookSubscription]

  /// Makes the rules of one configuration.
  package init(policies: [ProviderName: ProviderPolicy], hooks: [HookSubscription]) {
    self.policies = policies
    self.hooks = hooks
  }

  /// Judges `observation` on the current row of its credential, `book` being its provider's.
  package func decide(
    _ observation: Observation, on credential: Credential, among book: ClientBook, now: Moment
  ) -> Decision {
    guard let policy = policies[credential.id.provider],
      let index = credential.grants.firstIndex(where: { $0.epoch == observation.epoch })
    else { return late(credential, among: book, now: now) }
    var seen = credential
    seen.lastLook = observation.answered
    seen.lastAnswer = observation.answer.word
    seen.grants[index].lastLook = observation.answered
    let judgement = Judgement(
      decider: self, policy: policy, book: book, index: index, evidence: observation.evidence,
      now: now)
    switch observation.answer.strength {
    case .affirmative: return judgement.confirm(seen, observation)
    case .presumptive: return judgement.doubt(seen, observation)
    case .none: return judgement.learnNothing(seen, observation)
    }
  }

  /// Judges what `control` means for a suspicion against the grant `epoch` of another user of its
  /// client; nil when it changes nothing.
  package func hear(
    _ control: Control, for credential: Credential, _ epoch: Epoch, among book: ClientBook,
    now: Moment
  ) -> Decision? {
    guard control.credential != credential.id, let policy = policies[credential.id.provider],
      let index = credential.grants.firstIndex(where: { $0.epoch == epoch }),
      credential.grants[index].awaitsControl, let suspicion = credential.grants[index].suspicion
    else { return nil }
    let judgement = Judgement(
      decider: self, policy: policy, book: book, index: index, evidence: suspicion.evidence,
      now: now)
    return judgement.hear(control, credential, suspicion)
  }

  /// An answer for a grant that was replaced or forgotten changes nothing; what is left may be due.
  private func late(_ credential: Credential, among book: ClientBook, now: Moment) -> Decision {
    var decision = Decision(unchanged: credential)
    if let policy = policies[credential.id.provider] {
      decision.nextLook = credential.nextLook(policy: policy, among: book, now: now)
    }
    return decision
  }

  /// The hooks that an event is delivered to.
  package func subscribers(of draft: EventDraft) -> [HookName] {
    hooks.filter { $0.wants(draft) }.map(\.name)
  }
}
