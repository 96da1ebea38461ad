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
  /// What keeps verdicts back; the store puts in its rows.
  package var restraints = Restraints()
  private let list: [(provider: ProviderName, policy: ProviderPolicy)]

  /// Makes the rules of one configuration.
  package init(policies: [ProviderName: ProviderPolicy], hooks: [HookSubscription]) {
    self.policies = policies
    self.hooks = hooks
    list = policies.map { ($0.key, $0.value) }
  }

  /// The policy of a provider. There are few: comparing their names is quicker than hashing one.
  package func policy(of provider: ProviderName) -> ProviderPolicy? {
    for index in list.indices where list[index].provider == provider { return list[index].policy }
    return nil
  }

  /// Judges `observation` on the current row of its credential; `book` is its provider's, and counts
  /// what was seen.
  package func decide(
    _ observation: Observation, on credential: Credential, among book: inout ClientBook,
    now: Moment
  ) -> Decision {
    guard let policy = policy(of: credential.id.provider) else {
      return late(credential, among: book, now: now)
    }
    return judge(observation, on: credential, policy, among: &book, now: now)
  }

  /// The same by a known policy.
  func judge(
    _ observation: Observation, on credential: Credential, _ policy: ProviderPolicy,
    among book: inout ClientBook, now: Moment
  ) -> Decision {
    guard let index = credential.grants.firstIndex(where: { $0.epoch == observation.epoch })
    else { return late(credential, among: book, now: now) }
    var seen = credential
    if observation.source == .look {
      seen.lastLook = observation.answered
      seen.lastAnswer = observation.answer.word
      seen.grants[index].lastLook = observation.answered
    }
    seen.grants[index].forget(before: book.clockStepped)
    let grant = seen.grants[index]
    let observation = weigh(observation, &seen.grants[index], policy, in: &book, now)
    if let counted = policy.counted(observation, of: grant) {
      book.change(grant.client) { $0.count(counted, limits: policy.brake, at: now) }
    }
    if observation.source == .look, !policy.canaries.isEmpty || book.frozenSince != nil {
      book.noteCanary(observation, credential.id.subject, policy.canaries, at: now)
    }
    let judgement = Judgement(
      decider: self, policy: policy, book: book, index: index, evidence: observation.evidence,
      now: now)
    var decision =
      switch observation.answer.strength {
      case .affirmative: judgement.confirm(seen, observation)
      case .presumptive: judgement.doubt(seen, observation)
      case .isolated, .none: judgement.learnNothing(seen, observation)
      }
    note(decision, of: grant, policy, in: &book, now)
    noteStale(&decision, policy, book, now)
    return decision
  }

  /// Judges what `control` means for a suspicion against the grant `epoch` of another user of its
  /// client; nil when it changes nothing.
  package func hear(
    _ control: Control, for credential: Credential, _ epoch: Epoch, among book: inout ClientBook,
    now: Moment
  ) -> Decision? {
    guard control.credential != credential.id, let policy = policy(of: credential.id.provider),
      let index = credential.grants.firstIndex(where: { $0.epoch == epoch }),
      credential.grants[index].awaitsControl
    else { return nil }
    var known = credential
    known.grants[index].forget(before: book.clockStepped)
    guard let suspicion = known.grants[index].suspicion else { return nil }
    let judgement = Judgement(
      decider: self, policy: policy, book: book, index: index, evidence: suspicion.evidence,
      now: now)
    guard var decision = judgement.hear(control, known, suspicion) else { return nil }
    note(decision, of: known.grants[index], policy, in: &book, now)
    noteStale(&decision, policy, book, now)
    return decision
  }

  /// Counts a verdict that fell, also one that the brake keeps back.
  private func note(
    _ decision: Decision, of grant: Grant, _ policy: ProviderPolicy, in book: inout ClientBook,
    _ now: Moment
  ) {
    guard decision.isPronounced else { return }
    book.change(grant.client) { $0.countTurn(limits: policy.brake, at: now) }
  }

  /// An answer for a grant that was replaced or forgotten changes nothing; what is left may be due.
  private func late(_ credential: Credential, among book: ClientBook, now: Moment) -> Decision {
    var decision = Decision(unchanged: credential)
    if let policy = policy(of: credential.id.provider) {
      decision.nextLook = credential.nextLook(policy: policy, among: book, now: now)
      decision.because = Ground(.replaced)
    }
    return decision
  }

  /// The hooks that an event is delivered to.
  package func subscribers(of draft: EventDraft) -> [HookName] {
    hooks.filter { $0.wants(draft) }.map(\.name)
  }
}
