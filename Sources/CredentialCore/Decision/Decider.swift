/// The rules by which an observation changes a credential; pure, called by the store's writer on the
/// current rows inside its transaction.
///
/// Source: the design's section on how a state is decided. Only a presumptive answer about this very
/// grant, seen twice, each time with a witness that the provider was well, of a token that once
/// worked, with no other live grant, changes a state.
package struct Decider: Sendable {
  /// The policy of each provider.
  package var policies: [ProviderName: ProviderPolicy] { settings.policies }
  /// Who is to be told by a hook.
  package var hooks: [HookSubscription] { settings.hooks }
  /// What keeps verdicts back; the store puts in its rows.
  package var restraints = Restraints()
  private let settings: Settings

  /// What a configuration says, in one place: each look copies the rules several times.
  private final class Settings: Sendable {
    let policies: [ProviderName: ProviderPolicy]
    let hooks: [HookSubscription]
    let names: [ProviderName]
    let list: [ProviderPolicy]

    init(_ policies: [ProviderName: ProviderPolicy], _ hooks: [HookSubscription]) {
      (self.policies, self.hooks) = (policies, hooks)
      (names, list) = (Array(policies.keys), Array(policies.values))
    }
  }

  /// Makes the rules of one configuration.
  package init(policies: [ProviderName: ProviderPolicy], hooks: [HookSubscription]) {
    settings = Settings(policies, hooks)
  }

  /// The policy of a provider. There are few: comparing their names is quicker than hashing one.
  package func policy(of provider: ProviderName) -> ProviderPolicy? {
    for index in settings.names.indices where settings.names[index] == provider {
      return settings.list[index]
    }
    return nil
  }

  /// How often a provider's users are looked at, without taking the whole policy out.
  package func interval(of provider: ProviderName) -> Duration? {
    for index in settings.names.indices where settings.names[index] == provider {
      return settings.list[index].interval
    }
    return nil
  }

  /// Judges `observation` on the current row of its credential; `book` is its provider's, and counts
  /// what was seen.
  ///
  /// A row whose grants nobody else has is changed in its place.
  package func decide(
    _ observation: Observation, on credential: consuming Credential, among book: inout ClientBook,
    now: Moment
  ) -> Decision {
    guard let policy = policy(of: credential.id.provider),
      let index = credential.grants.index(of: observation.epoch)
    else { return late(credential, among: book, now: now) }
    guard !credential.hasReplaced(index, since: observation) else {
      return late(credential, among: book, now: now)
    }
    var decision = Decision(unchanged: credential)
    if observation.source == .look {
      decision.credential.lastLook = observation.answered
      decision.credential.lastAnswer = observation.answer.word
      decision.credential.grants[index].lastLook = observation.answered
    }
    decision.credential.grants[index].forget(before: book.clockStepped)
    let lost = hearOutstanding(
      observation, &decision.credential, at: index, policy, among: book, now)
    if let lost { return lost }
    let grant = decision.credential.grants[index]
    let observation = excused(
      weigh(observation, &decision.credential.grants[index], policy, in: &book, now), of: grant,
      policy)
    if let counted = policy.counted(observation, of: grant) {
      book.change(grant.client) { $0.count(counted, limits: policy.brake, at: now) }
    }
    if observation.source == .look, !policy.canaries.isEmpty || book.frozenSince != nil {
      book.noteCanary(observation, decision.credential.id.subject, policy.canaries, at: now)
    }
    let judgement = Judgement(
      decider: self, policy: policy, book: book, index: index, evidence: observation.evidence,
      now: now)
    switch observation.answer.strength {
    case .affirmative: judgement.confirm(&decision, observation)
    case .presumptive: decision = judgement.doubt(decision.credential, observation)
    case .isolated, .none: decision = judgement.learnNothing(decision.credential, observation)
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
      let index = credential.grants.index(of: epoch),
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

extension Credential {
  /// Whether a negative answer about one of its grants was asked for before the user signed in anew by
  /// the same client. The old token is kept until the new one has worked, and what speaks against it
  /// then is the answer to a later look; this one tells of nobody who left.
  fileprivate func hasReplaced(_ index: Int, since observation: Observation) -> Bool {
    switch observation.answer.strength {
    case .affirmative, .none: return false
    case .presumptive, .isolated: break
    }
    return grants.contains { newer in
      newer.client == grants[index].client && newer.epoch > observation.epoch
        && newer.given.map { $0 > observation.asked } ?? false
    }
  }
}
