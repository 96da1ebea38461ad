package import CredentialCore

extension MonitorService {
  /// So long a caller waits for a look; most clients of the bus give up after 25 seconds.
  static let accessPatience: Duration = .seconds(20)

  /// An access token of a user: one that is good for a while longer, or a new one, got by a look whose new
  /// refresh token is durable.
  package func accessToken(for id: CredentialID, isNew: Bool) async throws -> AccessToken {
    let provider = try configured(id.provider)
    try Self.expectAccess(at: provider)
    guard let watch = watches[provider.name] else {
      throw OperationError(.stopping, "the daemon does not watch \(provider.name) now")
    }
    do {
      let user = try await credential(id)
      try Self.expectAccess(of: user)
      if !isNew, let token = await watch.keptAccess(of: id), user.has(token) { return token }
      try Self.expectToken(of: user)
    } catch {
      await watch.dropAccess(of: id)
      throw error
    }
    let token = try await newAccess(of: id, isNew: isNew, provider, watch)
    // Meanwhile a push may have told that the user left, or a sign-in have brought another token.
    let user = try await credential(id)
    try Self.expectAccess(of: user)
    guard user.has(token) else {
      throw OperationError(.busy, "the user has signed in anew meanwhile; call again")
    }
    return token
  }

  private func newAccess(
    of id: CredentialID, isNew: Bool, _ provider: Provider, _ watch: ProviderWatch
  ) async throws -> AccessToken {
    let place = try await watch.joinAccess(of: id, isNew: isNew, patience: Self.accessPatience)
    let limit = Task { [time] in
      await time.sleep(until: time.now() + Self.accessPatience)
      if !Task.isCancelled { await watch.endPatience(place) }
    }
    if place.asks { await askForAccess(id, provider, watch) }
    var result: Result<AccessToken, any Error>?
    for await ending in place.endings {
      switch ending {
      case .given(let token): result = .success(token)
      case .refused(let error): result = .failure(error)
      case .unasked: await askForAccess(id, provider, watch)
      }
      if result != nil { break }
    }
    limit.cancel()
    await watch.leaveAccess(place)
    guard let result else {
      throw OperationError(.stopping, "\(provider.name) is not watched any more")
    }
    return try result.get()
  }

  /// Asks for a look; when there is none to be had, all who wait for it are told.
  private func askForAccess(
    _ id: CredentialID, _ provider: Provider, _ watch: ProviderWatch
  ) async {
    do { try await requestAccess(id, provider) } catch {
      let refusal = error as? OperationError ?? OperationError(.internal, "\(error)")
      await watch.refuseAccess(of: id, refusal)
    }
  }

  private func requestAccess(_ id: CredentialID, _ provider: Provider) async throws {
    let outcome = try await translating {
      try await store.requestCheck(id, policy: provider.policy, now: time.now())
    }
    switch outcome {
    case .accepted: await nudge(provider.name)
    case .inFlight: break
    case .notFound: throw Self.unknown(id)
    case .noGrant: throw OperationError(.noAccessToken, "no token of the user can be presented now")
    case .budgetSpent(let until):
      throw OperationError(
        .busy,
        "the provider's rules allow no more looks at the user now, and a refresh is one; the next can "
          + "be had after \(until.rfc3339)")
    }
  }

  private static func expectAccess(at provider: Provider) throws {
    guard provider.policy.rotation != .shared else {
      throw OperationError(
        .refused,
        "no token of \(provider.name) is refreshed here: others do that (shared); ask them")
    }
    guard provider.givesAccess else {
      throw OperationError(
        .refused,
        "looks at \(provider.name) (kind \(provider.kind)) are no refresh, so that they give no access "
          + "token")
    }
  }

  private static func expectAccess(of user: Credential) throws {
    switch user.state {
    case .unknown, .authorized: return
    case .revoked, .notFound, .transferred:
      throw OperationError(
        .noAccessToken,
        "the user is \(user.state.rawValue) at \(user.id.provider); the next sign-in brings a token"
      )
    }
  }

  private static func expectToken(of user: Credential) throws {
    guard user.grants.contains(where: { $0.status != .dead }) else {
      throw OperationError(
        .noAccessToken, "no token of the user is kept; the next sign-in brings one")
    }
    guard user.grants.contains(where: { $0.status != .dead && $0.status != .lost }) else {
      throw OperationError.tokenLost
    }
  }
}

extension Credential {
  /// Whether an access token is of a grant that the user has, and that is not dead.
  fileprivate func has(_ token: AccessToken) -> Bool {
    grants.contains { $0.epoch == token.epoch && $0.status != .dead }
  }
}
