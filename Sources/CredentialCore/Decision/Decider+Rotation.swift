extension Decider {
  /// Takes in what an observation says of a token that was presented to a rotating provider; the whole
  /// decision when its answer is lost, nil when it is known and is judged like any other.
  func hearOutstanding(
    _ observation: Observation, _ seen: inout Credential, at index: Int, _ policy: ProviderPolicy,
    among book: ClientBook, _ now: Moment
  ) -> Decision? {
    guard let known = seen.grants[index].outstanding else { return nil }
    guard observation.mayHaveBeenSent else {
      seen.grants[index].takeBackPresentation()
      return nil
    }
    let isAlive = observation.isReplaced || observation.answer.strength == .affirmative
    // Whatever is said of a token whose first answer was lost may be our own doing.
    let isRefusedAfterLoss = !isAlive && known.times >= Outstanding.most
    guard isRefusedAfterLoss || observation.mayHaveRotated else {
      seen.grants[index].settle()
      return nil
    }
    return lose(
      seen, at: index, policy, evidence: observation.evidence, among: book, now: now)
  }

  /// Judges tokens whose answer cannot come any more, as after a start, or that were not presented once
  /// more in time; nil when there is none. No look of the credential may be in flight.
  package func giveUpAnswers(_ credential: Credential, among book: ClientBook, now: Moment)
    -> Decision?
  {
    var (known, events, last) = (credential, [EventDraft](), Decision?.none)
    while let index = known.grants.firstIndex(where: {
      $0.status == .outstanding && ($0.outstanding?.again == nil || !$0.isAskable(at: now))
    }) {
      let policy = policy(of: credential.id.provider)
      let evidence = Evidence("no answer to the request of \(known.grants[index].presented)")
      let decision = lose(known, at: index, policy, evidence: evidence, among: book, now: now)
      known = decision.credential
      events += decision.events
      last = decision
    }
    last?.events = events
    return last
  }

  /// The answer about a token is lost: the state stays, and nobody is logged out for it.
  private func lose(
    _ credential: Credential, at index: Int, _ policy: ProviderPolicy?, evidence: Evidence,
    among book: ClientBook, now: Moment
  ) -> Decision {
    var decision = Decision(unchanged: credential)
    let before = credential.grants[index].outstanding?.before
    let isForGood = decision.credential.grants[index].lose(
      at: now, grace: policy?.rotation.grace ?? .zero)
    let until = decision.credential.grants[index].outstanding?.again
    decision.because = isForGood ? Ground(.rotationLost) : Ground(.rotationRepeated, until: until)
    if isForGood, before == .dead {
      // It was proven dead before, so nothing is lost with it.
      decision.credential.grants.remove(at: index)
    } else if isForGood {
      tellLost(&decision, evidence, now)
    }
    if let policy {
      decision.nextLook = decision.credential.nextLook(policy: policy, among: book, now: now)
      noteStale(&decision, policy, book, now)
    }
    return decision
  }

  private func tellLost(_ decision: inout Decision, _ evidence: Evidence, _ now: Moment) {
    let user = decision.credential
    var draft = EventDraft(
      kind: .rotationLost, credential: user.id, account: user.account, labels: user.labels,
      oldState: user.state, newState: user.state, reason: .rotationLost, action: .none, at: now,
      evidence: evidence)
    draft.hooks = subscribers(of: draft)
    decision.events.append(draft)
  }
}

extension Grant {
  /// When it was presented, for people.
  fileprivate var presented: String { outstanding?.since.rfc3339 ?? "before" }
}
