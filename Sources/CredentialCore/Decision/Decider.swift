/// The rules by which an observation changes a credential; pure, called by the store's writer on the
/// current rows inside its transaction.
///
/// Source: the design's section on how a state is decided. Only a presumptive answer about this very
/// grant, seen twice, of a token that once worked, with no other live grant, changes a state.
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

  /// Judges `observation` on the current row of its credential.
  package func decide(_ observation: Observation, on credential: Credential, now: Moment)
    -> Decision
  {
    guard let policy = policies[credential.id.provider],
      let index = credential.grants.firstIndex(where: { $0.epoch == observation.epoch })
    else { return late(credential, now: now) }
    var seen = credential
    seen.lastLook = observation.answered
    seen.lastAnswer = observation.answer.word
    seen.grants[index].lastLook = observation.answered
    let judgement = Judgement(
      decider: self, policy: policy, observation: observation, index: index, now: now)
    switch observation.answer.strength {
    case .affirmative: return judgement.confirm(seen)
    case .presumptive: return judgement.doubt(seen)
    case .none: return judgement.learnNothing(seen)
    }
  }

  /// An answer for a grant that was replaced or forgotten changes nothing; what is left may be due.
  private func late(_ credential: Credential, now: Moment) -> Decision {
    var decision = Decision(unchanged: credential)
    if let policy = policies[credential.id.provider] {
      decision.nextLook = credential.nextLook(policy: policy, now: now)
    }
    return decision
  }

  /// The hooks that an event is delivered to.
  package func subscribers(of draft: EventDraft) -> [HookName] {
    hooks.filter { $0.wants(draft) }.map(\.name)
  }
}
