internal import Crypto
internal import JSON
internal import Linux

extension Sandbox {
  /// What a user's device brings after a sign-in.
  package struct SignIn: Sendable {
    /// The authorization code, good once within five minutes.
    package let code: String
    /// The identity token that came with it.
    package let identityToken: String
  }

  /// Signs a user in as on a device: a code, and an identity token that is tied to it.
  ///
  /// `forgery` spoils the token, `claims` of the options change it; the code is good all the same.
  package func signIn(
    _ subject: String, client: String, options: SignInOptions = SignInOptions(),
    forgery: Forgery? = nil
  ) throws(SandboxError) -> SignIn {
    let code = try addCode(subject, client: client, options: options)
    let now = clock() / 1_000
    let (situation, transfer) = state.withLock { ($0.situation(now), $0.registry.transfer) }
    let grant = Grant(number: 0, subject: subject, client: client, issued: now, options: options)
    guard let claims = service.identityClaims(grant, code: code, transfer, situation) else {
      throw SandboxError(
        .usage, "the kind \(settings.kind.rawValue) has no identity tokens; see: user code")
    }
    if let transfer, transfer.isAccepted {
      state.withLock { _ = $0.registry.transfer?.give(subject) }
    }
    do throws(CryptoError) {
      let draft = TokenDraft(claims, type: nil, keys: situation.keys)
      let token = try draft.token(situation.keys, forgery, now: now)
      return SignIn(code: code, identityToken: token)
    } catch {
      throw SandboxError(.system, "cannot sign the identity token: \(error)")
    }
  }
}
