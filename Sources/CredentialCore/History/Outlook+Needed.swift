extension Outlook {
  /// What it would take for a verdict against the user, one sentence for each step.
  var needed: [String] { pushes + verdicts }

  private var verdicts: [String] {
    let credential = history.credential
    switch credential.state {
    case .revoked, .notFound: return [undoing(credential)]
    case .transferred:
      return ["Nobody is logged out for a transfer. The user IDs have to be migrated."]
    case .unknown, .authorized: break
    }
    let alive = credential.grants.filter {
      $0.status == .live || $0.isNeverSettled
    }
    guard !alive.isEmpty else {
      return ["Nothing can be proven without a token. The user's next sign-in begins anew."]
    }
    return alive.flatMap { grant in
      let steps = needed(for: grant)
      return alive.count == 1 ? steps : steps.map { "Token of \(grant.client): \($0)" }
    } + pauses + canaries + brakes(alive)
  }

  private func undoing(_ credential: Credential) -> String {
    let isPresumptive = credential.reason == .tokenDead || credential.reason == .notLinked
    guard isPresumptive else {
      return
        "It stays so until a verified sign-in later than it, or an administrator, takes it back."
    }
    let planned = policy.looksAfterRevocation.map { credential.since + $0 }.filter { $0 > now }
    guard !credential.grants.isEmpty, let last = planned.max() else {
      return "It stays so until the user signs in again and the new token is confirmed."
    }
    return
      "A look that confirms the user takes it back; after the one of \(last.words) the token is "
      + "destroyed. A new sign-in whose token is confirmed takes it back too."
  }

  private func needed(for grant: Grant) -> [String] {
    guard grant.isMember else {
      return ["It must be confirmed once; until then its death says nothing about the user."]
    }
    let others = history.credential.grants.filter { $0.epoch != grant.epoch }
    if others.contains(where: { $0.status == .live && $0.suspicion == nil }) {
      return ["While another token is alive, only this one can be lost, and the state stays."]
    }
    guard let suspicion = grant.suspicion else { return [fromTheStart(grant)] }
    if let hold = suspicion.hold { return [kept(hold, grant)] }
    return missing(suspicion, grant)
  }

  private func fromTheStart(_ grant: Grant) -> String {
    let gap = policy.proofSpacing(withWitnesses: book[grant.client].hasWitnesses(for: grant)).words
    guard book[grant.client].hasWitnesses(for: grant) else {
      return
        "\(goal) it takes three negative answers, each \(gap) after the one before. Fewer than "
        + "three other users of \(grant.client) are confirmed, so nobody bears witness (control: "
        + "none)."
    }
    return
      "\(goal) it takes a negative answer, another user of \(grant.client) confirmed after it, "
      + "\(gap) later a second negative answer, and another user confirmed after that."
  }

  private var goal: String {
    policy.deadToken == .revoke ? "To be logged out" : "To be asked to sign in again"
  }

  private func kept(_ hold: Hold, _ grant: Grant) -> String {
    if hold.cause == .brake, isReleased(hold, grant) {
      return
        "It was released at \((hold.released ?? hold.since).words): a fresh look that agrees, and its "
        + "witness, turn it, whatever the number of others."
    }
    guard hold.cause == .observe || isInForce(hold.cause, grant) else {
      return
        "What kept it back since \(hold.since.words) (\(hold.cause.rawValue)) is over: a fresh look "
        + "that agrees, and its witness, turn it."
    }
    switch hold.cause {
    case .observe:
      return policy.mode == .observe
        ? "It is proven and kept back since \(hold.since.words), as the mode is observe. In mode "
          + "enforce the next negative answer begins a new suspicion."
        : "It was kept back in mode observe; the next negative answer begins a new suspicion."
    case .pause:
      return
        "It is kept back since \(hold.since.words), as verdicts are paused. After credstatectl "
        + "resume a fresh look that agrees, and its witness, turn it."
    case .baseline:
      return
        "It is kept back since \(hold.since.words), as the provider's first interval found it. "
        + "After credstatectl baseline accept a fresh look that agrees, and its witness, turn it."
    case .brake:
      return "It is proven and kept back since \(hold.since.words). Once that ends, a fresh "
        + "look that agrees, and its witness, turn it. To drop it: credstatectl discard."
    }
  }

  /// Whether what kept a verdict back still does.
  private func isInForce(_ cause: Hold.Cause, _ grant: Grant) -> Bool {
    let provider = history.credential.id.provider
    switch cause {
    case .observe: return policy.mode == .observe
    case .pause: return restraints.pause(of: provider) != nil
    case .baseline: return restraints.baselines[provider]?.isInForce(policy, now: now) ?? false
    case .brake: return book.frozenSince != nil || book[grant.client].brake != nil
    }
  }

  /// Whether somebody has released it and no brake has gone on since.
  private func isReleased(_ hold: Hold, _ grant: Grant) -> Bool {
    guard let released = hold.released else { return false }
    return book[grant.client].brake.map { $0.since <= released } ?? true
  }

  private func missing(_ suspicion: Suspicion, _ grant: Grant) -> [String] {
    guard book[grant.client].hasWitnesses(for: grant) else {
      let gap = policy.proofSpacing(withWitnesses: false).words
      return [
        "\(goal) it takes three negative answers, each \(gap) after the one before: there are "
          + "\(suspicion.proofs.count), and the next counts from \(suspicion.confirmableFrom.words) "
          + "on. A success drops them all."
      ]
    }
    var steps: [String] = []
    let witnessed = suspicion.proofs.count { $0.control != nil }
    if let newest = suspicion.proofs.last, newest.control == nil {
      steps.append(
        "\(goal): another user of \(grant.client) is confirmed by a look sent after "
          + "\(newest.answered.words) and before \((newest.answered + policy.controlWindow).words)."
      )
    }
    if witnessed + steps.count < 2 {
      steps.append(
        "\(steps.isEmpty ? goal : "Then"): a look from \(suspicion.confirmableFrom.words) on agrees, "
          + "and another user is confirmed after it. A success drops it all.")
    }
    return steps.isEmpty ? ["It is proven; what another token says comes first."] : steps
  }

  private var pauses: [String] {
    let provider = history.credential.id.provider
    if let pause = restraints.pause(of: provider) {
      return [
        "Verdicts are paused since \(pause.since.words) (uid \(pause.by.uid): \(pause.reason)): what is "
          + "proven is kept back until credstatectl resume."
      ]
    }
    guard let baseline = restraints.baselines[provider], baseline.isInForce(policy, now: now) else {
      return []
    }
    return [
      "The provider's first interval began at \(baseline.since.words): what is proven is kept back "
        + "until credstatectl baseline accept."
    ]
  }

  private var canaries: [String] {
    guard let frozen = book.frozenSince else { return [] }
    return [
      "Most canaries are refused since \(frozen.words): what is proven is kept back until they are well."
    ]
  }

  private func brakes(_ grants: [Grant]) -> [String] {
    var clients: [ClientID] = []
    for grant in grants where !clients.contains(grant.client) { clients.append(grant.client) }
    return clients.compactMap { client in
      book[client].brake.map { brake in
        "The brake of \(client) is on since \(brake.since.words) for \(brake.limit.sentence): what is "
          + "proven is kept back until it goes off, by itself or by credstatectl release "
          + "\(history.credential.id.provider)."
      }
    }
  }
}
