extension Decider {
  /// Judges a verified sign-in on the current row of its credential, or of a new one; its token, when
  /// it has one, becomes the grant `epoch`.
  ///
  /// The user was there, by the provider's word, so the credential is authorized: one that nobody has
  /// confirmed, one whose token died, and one that was revoked before. By the provider's clock: a
  /// sign-in from before the revocation takes nothing back, and one from about the same time only
  /// together with an answer that the new token is alive.
  package func signIn(
    _ signIn: SignIn, epoch: Epoch?, to current: Credential?, among book: ClientBook, now: Moment
  ) -> (decision: Decision, outcome: SignInOutcome) {
    var credential = current ?? Credential(id: signIn.id, account: nil, labels: [], since: now)
    if let account = signIn.account { credential.account = account }
    if let labels = signIn.labels { credential.labels = labels }
    let judgement = SignInJudgement(decider: self, signIn: signIn, book: book, now: now)
    let decision = judgement.judge(credential, epoch)
    let isBack = credential.isLost && decision.credential.state == .authorized
    return (decision, current == nil ? .new : isBack ? .returned : .existing)
  }
}

/// One verified sign-in being judged.
struct SignInJudgement {
  let decider: Decider
  let signIn: SignIn
  let book: ClientBook
  let now: Moment

  func judge(_ credential: Credential, _ epoch: Epoch?) -> Decision {
    let rule = rule(for: credential)
    var seen = credential
    seen.signedIn = max(credential.signedIn ?? .distantPast, signIn.verified.at)
    if let hint = seen.hint, hint.at < signIn.verified.at { seen.hint = nil }
    if let held = seen.heldPush, held.at < signIn.verified.at - PushJudgement.tolerance {
      seen.heldPush = nil
    }
    if let epoch { take(epoch, into: &seen) }
    var decision = Decision(unchanged: seen)
    if rule.rule == .signInVerified || rule.rule == .signInReturned { confirm(&decision) }
    decision.nextLook =
      decider.policy(of: credential.id.provider).map {
        decision.credential.nextLook(policy: $0, among: book, now: now)
      } ?? .never
    return decision.on(rule)
  }

  /// What the sign-in counts for against the state as it is.
  private func rule(for credential: Credential) -> Ground {
    guard let lost = credential.lostAt else { return Ground(.signInVerified) }
    let (at, near) = (signIn.verified.at, PushJudgement.tolerance)
    if at > lost + near { return Ground(.signInReturned, since: lost) }
    // The provider gave a token for the code when it had said so: no clock has to tell what came first.
    if signIn.verified.isFresh, at > lost || !credential.isConclusive {
      return Ground(.signInReturned, since: lost)
    }
    return Ground(at >= lost - near ? .signInNear : .signInOlder, since: lost)
  }

  /// The token joins; one that the provider gave just now is alive and takes the place of older ones of
  /// its client.
  private func take(_ epoch: Epoch, into credential: inout Credential) {
    let (client, isAlive) = (signIn.verified.client, signIn.verified.isFresh)
    credential.grants.removeAll {
      $0.client == client && ($0.status == .unproven || isAlive)
        || isAlive && $0.status == .dead
    }
    var grant = Grant(client: client, epoch: epoch, given: now)
    if isAlive {
      grant.status = .live
      (grant.confirmed, grant.lastLook) = (now, now)
    }
    credential.grants.append(grant)
  }

  private func confirm(_ decision: inout Decision) {
    decision.credential.lastConfirmed = now
    decision.credential.staleSince = nil
    let (state, event) = (decision.credential.state, decision.credential.stateEvent)
    guard state != .authorized, let policy = decider.policy(of: signIn.provider) else { return }
    let judgement = Judgement(
      decider: decider, policy: policy, book: book, index: 0, evidence: signIn.verified.evidence,
      now: now)
    judgement.change(&decision, to: .authorized, .confirmed, action: .none, undoes: event)
  }
}

extension Credential {
  /// Whether the user had to sign in again: the state is an end of the sessions, or a token died.
  var isLost: Bool {
    switch (state, reason) {
    case (.revoked, _), (.notFound, _): true
    case (.unknown, .tokenDead), (.unknown, .notLinked), (.unknown, .reverted): true
    default: false
    }
  }

  /// Whether no look takes the state back.
  var isConclusive: Bool {
    state == .notFound || state == .revoked && reason != .tokenDead && reason != .notLinked
  }

  /// When the user was lost: by the provider's clock when it told so, else by ours; nil when it is not.
  var lostAt: Moment? {
    guard isLost else { return nil }
    return isConclusive ? lastPush ?? since : since
  }
}

extension Judgement {
  /// Whether the grant is of a sign-in about the time of a conclusive revocation: with the provider's
  /// word that it is alive, the user is back.
  func isBackBySignIn(_ credential: Credential) -> Bool {
    guard credential.isConclusive, let lost = credential.lostAt, let signedIn = credential.signedIn,
      let given = credential.grants[index].given
    else { return false }
    return given >= credential.since && signedIn >= lost - PushJudgement.tolerance
  }

  /// A sign-in after the first negative answer speaks for the user, also when it brought no token: a
  /// proven verdict costs this token only; nil when there was none.
  func yieldToSignIn(_ credential: Credential, _ suspicion: Suspicion) -> Decision? {
    guard let signedIn = credential.signedIn,
      signedIn > suspicion.opened + PushJudgement.tolerance, credential.state == .authorized
    else { return nil }
    return loseGrant(credential, suspicion).on(Ground(.signedInSince, since: suspicion.opened))
  }
}
