internal import CredentialCore
internal import HTTP

/// How sign-ins at a server are verified whose addresses may have to be found out.
enum ServerSignIn {
  /// The verifier by `rules`; clients prove themselves by `authentication`.
  static func verifier(
    _ rules: IdentityTokenRules, _ authentication: ClientAuthentication, keys: ServerKeys
  ) -> OpenIDSignIn {
    OpenIDSignIn(
      rules: rules,
      authenticator: ServerAuthenticator(
        authentication: authentication, endpoint: keys.tokenEndpoint),
      client: keys.client
    ) { _ async throws(SignInRefusal) in
      switch await keys.places() {
      case .success(let places): return places
      case .failure(let fault):
        throw SignInRefusal(
          fault.isPassing ? .failed : .notHandled, fault.probe.detail, isPassing: fault.isPassing)
      }
    }
  }
}
