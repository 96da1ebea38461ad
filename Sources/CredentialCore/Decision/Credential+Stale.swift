extension Credential {
  /// Whether the user's sessions may go on though nobody has confirmed the user for `patience`. A
  /// verdict that is kept back says more, and is told of by itself.
  ///
  /// A clock that was stepped tells nothing of the time before: `stepped`, when that was.
  func isUnconfirmed(for patience: Duration, stepped: Moment?, now: Moment) -> Bool {
    guard state == .authorized, heldPush == nil else { return false }
    let known = stepped.flatMap { $0 <= now ? $0 : nil } ?? .distantPast
    let due = max(lastConfirmed ?? since, known) + patience
    guard due <= now, !grants.contains(where: { $0.suspicion?.hold != nil }) else { return false }
    // A suspicion that began when the user would have been told of already, as after mode observe, is
    // about to say more.
    let doubts = staleSince == nil ? grants.compactMap { $0.suspicion?.opened } : []
    guard let doubted = doubts.max(), doubted > due, doubted <= now else { return true }
    return doubted + patience <= now
  }
}

extension Decider {
  /// What is published of a user whom nobody has confirmed for long, as of one who cannot be looked
  /// at; nil when somebody has, or when it was told.
  package func findStale(_ credential: Credential, among book: ClientBook, now: Moment)
    -> Decision?
  {
    guard credential.staleSince == nil, let policy = policy(of: credential.id.provider) else {
      return nil
    }
    var decision = Decision(unchanged: credential)
    noteStale(&decision, policy, book, now)
    return decision.events.isEmpty ? nil : decision
  }

  /// Adds to the decision what it means for how long the user is unconfirmed: told once a stretch,
  /// which a success, a verdict or a hold ends.
  func noteStale(
    _ decision: inout Decision, _ policy: ProviderPolicy, _ book: ClientBook, _ now: Moment
  ) {
    let isStale = decision.credential.isUnconfirmed(
      for: policy.staleAfter, stepped: book.clockStepped, now: now)
    guard isStale else {
      decision.credential.staleSince = nil
      return
    }
    guard decision.credential.staleSince == nil else { return }
    decision.credential.staleSince = now
    let user = decision.credential
    var draft = EventDraft(
      kind: .credentialStale, credential: user.id, account: user.account, labels: user.labels,
      oldState: user.state, newState: user.state, reason: user.reason, action: .none, at: now,
      evidence: user.whatIsKnown)
    draft.hooks = subscribers(of: draft)
    decision.events.append(draft)
  }
}

extension Credential {
  /// When the user was confirmed last and what was answered since, for people.
  fileprivate var whatIsKnown: Evidence {
    let confirmed = lastConfirmed.map { "last confirmed \($0.rfc3339)" } ?? "not confirmed"
    let answer = (lastLook ?? .distantPast) > (lastConfirmed ?? .distantPast) ? lastAnswer : nil
    return Evidence("\(confirmed); last answer: \(answer ?? "none since")")
  }
}
