internal import CredentialCore
internal import HTTP

extension OpenIDSignIn {
  /// A verifier whose addresses are known beforehand.
  init(
    rules: IdentityTokenRules, authenticator: any ClientAuthenticator,
    configuration: HTTPConfiguration, keysAddress: String, tokenEndpoint: String,
    clock: @escaping @Sendable () -> Moment
  ) {
    let client: Result<HTTPClient, HTTPSetupError>
    do { client = .success(try HTTPClient(configuration)) } catch { client = .failure(error) }
    let places = (try? client.get()).map { sender in
      OpenIDPlaces(
        keys: IssuerKeys(address: keysAddress, client: sender, clock: clock),
        tokenEndpoint: tokenEndpoint)
    }
    self.init(rules: rules, authenticator: authenticator, client: client) {
      _ async throws(SignInRefusal) in
      guard let places else { throw SignInRefusal(.notHandled, "the provider cannot be asked") }
      return places
    }
  }
}
