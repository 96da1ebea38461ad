package import CredentialCore

extension MonitorService {
  /// Takes what a provider pushed to an endpoint of the service.
  ///
  /// What the sender may send again, as the keys or the store are not to be had, is an answer too.
  package func submitPush(
    _ submission: PushSubmission, to name: ProviderName
  ) async throws -> PushAnswer {
    let provider = try configured(name)
    guard let verifier = provider.push else {
      throw OperationError(
        .refused, "no pushes are taken from \(name): its kind, or its section, has none")
    }
    guard submissions.begin() else {
      return PushAnswer(
        PushRefusal(.unavailable, "too many pushes are being verified", retryAfter: .seconds(5)))
    }
    defer { submissions.end() }
    switch await verifier.verify(submission, now: time.now()) {
    case .verified(let verified): return try await take(verified, from: name, submission.caller)
    case .refused(let refusal):
      await tell(refusal, of: name, submission.caller)
      return PushAnswer(refusal)
    }
  }

  private func take(
    _ verified: VerifiedPushes, from name: ProviderName, _ caller: Caller?
  ) async throws -> PushAnswer {
    let rules: [Rule?]
    guard verified.pushes.allSatisfy({ !leaving.contains($0.credential) }) else {
      return PushAnswer(
        PushRefusal(
          .unavailable, "the user is being forgotten, by request", retryAfter: .seconds(30)))
    }
    var verified = verified
    do {
      verified.pushes += try await pushes(of: verified.tokens, from: name)
      rules = try await commit(verified, from: name)
    } catch let error as OperationError where Self.isPassing(error.code) {
      return PushAnswer(PushRefusal(.unavailable, error.message, retryAfter: .seconds(30)))
    }
    for notice in submissions.notices(of: verified, name) { journal.record(notice) }
    await watchPushes(of: name, heard: time.now())
    let answer = PushAnswer(verified, rules: rules)
    journal.record(SubmissionLog.taken(verified, answer, name, caller))
    return answer
  }

  /// What was said of tokens, about the users who have them.
  private func pushes(
    of tokens: [PushedToken], from name: ProviderName
  ) async throws -> [Push] {
    var pushes: [Push] = []
    for token in tokens {
      let owners = try await translating { try await store.owners(of: token.name, at: name) }
      pushes += token.pushes(about: owners)
    }
    return pushes
  }

  private func commit(
    _ verified: VerifiedPushes, from name: ProviderName
  ) async throws -> [Rule?] {
    guard verified.pushes.isEmpty else { return try await apply(verified.pushes).map { $0?.push } }
    try await translating { try await store.noteHeard(from: name, now: time.now()) }
    return []
  }

  private static func isPassing(_ code: OperationError.Code) -> Bool {
    code == .storeFull || code == .busy || code == .stopping
  }

  private func tell(_ refusal: PushRefusal, of name: ProviderName, _ caller: Caller?) async {
    let notice = submissions.notice(of: refusal, name, caller, now: time.now())
    if let notice { journal.record(notice) }
    guard refusal.code == .invalidAudience else { return }
    await board.begin(
      .pushClientNotConfigured, subject: name.text, detail: refusal.sentence)
  }
}

extension MonitorService {
  /// Watches for the silence of every provider of whom pushes are expected; what was said of clients
  /// that were not configured is judged anew.
  func watchPushes(before: Set<ProviderName>) async throws {
    for provider in setup.providers {
      await board.end(.pushClientNotConfigured, subject: provider.name.text)
      let isWatched = provider.push?.silentAfter != nil
      guard isWatched || before.contains(provider.name) else { continue }
      let book = try await translating { try await store.clients(of: provider.name) }
      await watchPushes(of: provider.name, heard: isWatched ? book.pushes.heard : nil)
    }
  }

  /// Begins to wait for the next push of a provider after the one at `heard`; nil: none is expected.
  private func watchPushes(of name: ProviderName, heard: Moment?) async {
    pushSilences.removeValue(forKey: name)?.cancel()
    let push = setup.providers.first { $0.name == name }?.push
    let now = time.now()
    guard let heard, let limit = push?.silentAfter, !isStopping else {
      return await board.end(.pushSilent, subject: name.text)
    }
    // A time that is yet to come was noted under a clock that was ahead.
    let until = min(heard, now) + limit
    if until > now { await board.end(.pushSilent, subject: name.text) }
    pushSilences[name] = Task { [time] in
      if until > now { await time.sleep(until: until, asOf: now) }
      if !Task.isCancelled { await self.tellSilence(of: name, since: heard) }
    }
  }

  private func tellSilence(of name: ProviderName, since heard: Moment) async {
    await board.begin(
      .pushSilent, subject: name.text, detail: "the last one came at \(heard.rfc3339)")
  }
}
