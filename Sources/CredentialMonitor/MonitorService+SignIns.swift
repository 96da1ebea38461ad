package import CredentialCore

extension MonitorService {
  /// Verifies a sign-in with its provider and keeps what came of it; returns once that is durable.
  package func signIn(_ request: SignInRequest) async throws -> SignInAnswer {
    let provider = try configured(request.provider)
    guard let verifier = provider.signIn else {
      throw OperationError(
        SignInRefusal(
          .notHandled,
          "sign-ins of the kind \(provider.kind) cannot be verified; verify them yourself and use "
            + "Register"))
    }
    do {
      return try await desk.serve(request, time: time) { [self] in
        try await take(request, provider, verifier)
      }
    } catch let error as SignInRefusal {
      tell(error, of: request)
      throw OperationError(error)
    }
  }

  /// What is known of a user beside the identifier.
  package func user(_ id: CredentialID) async throws -> UserProfile {
    let profile = try await translating { try await store.user(id) }
    guard let profile else { throw Self.unknown(id) }
    return profile
  }

  private func take(
    _ request: SignInRequest, _ provider: Provider, _ verifier: any SignInVerifier
  ) async throws -> SignInAnswer {
    let verified = try await verifier.verify(request.handover, now: time.now())
    try request.handover.check(verified.subject)
    var signIn = SignIn(
      provider: request.provider, verified: verified, account: request.account,
      labels: request.labels)
    let token = verified.token?.secret
    signIn.tokenNames = token.map(provider.tokenNames) ?? []
    let signedIn = try await translating { [signIn] in
      try await store.signIn(signIn, decider: setup.decider, now: time.now())
    }
    await tell(signedIn, of: request)
    if let identifier = verified.transferSubject {
      // The sign-in is kept; where this fails, the next one or the import tells the same.
      try? await noteMoved(identifier, to: verified.subject, of: request.provider)
    }
    return SignInAnswer(verified, signedIn)
  }

  private func tell(_ signedIn: SignedIn, of request: SignInRequest) async {
    EventLog(journal: journal).record(signedIn.committed)
    var fields: Fields = [
      "outcome": .text(signedIn.outcome.rawValue), "rule": .text(signedIn.rule.rawValue),
    ]
    fields.add("uid", request.caller.map { .integer(Int64($0.uid)) })
    journal.record(Notice(.signedIn, signedIn.credential.id, fields))
    let name = request.provider
    if let stale = signedIn.committed.stale { await watches[name]?.tellStale(stale) }
    // What follows tells others; the sign-in is kept, whatever becomes of that.
    try? await noteEnrolment(of: signedIn.credential.id)
    // Where that fails, what was pushed waits for the next sign-in.
    _ = try? await recallPushes(about: signedIn.credential.id)
    await nudge(name)
  }

  private func tell(_ refusal: SignInRefusal, of request: SignInRequest) {
    var fields: Fields = [
      "provider": .text(request.provider.text), "code": .text(refusal.code.rawValue),
      "reason": .text(refusal.detail),
    ]
    fields.add("uid", request.caller.map { .integer(Int64($0.uid)) })
    journal.record(Notice(.signInRefused, fields))
  }
}
