internal import CredentialCore
internal import Crypto
internal import HTTP

/// How sign-ins with Apple are verified: RS256 by `/auth/keys`, codes exchanged at `/auth/token` with
/// a signed client secret in the form.
enum AppleSignIn {
  /// The path of the key set.
  static let keysPath = "/auth/keys"

  /// The verifier for the clients of one team; `endpoint` stands before the paths.
  static func verifier(
    endpoint: String, clients: [ClientID], secret: AppleClientSecret,
    configuration: HTTPConfiguration, clock: @escaping @Sendable () -> Moment
  ) -> OpenIDSignIn {
    var rules = IdentityTokenRules(issuers: [AppleClientSecret.issuer], clients: clients)
    rules.mayLackNonce = true
    rules.transferClaim = "transfer_sub"
    return OpenIDSignIn(
      rules: rules, authenticator: secret, configuration: configuration,
      keysAddress: endpoint + keysPath, tokenEndpoint: endpoint + AppleEndpoint.tokenPath,
      clock: clock)
  }
}

extension AppleClientSecret: ClientAuthenticator {
  func prove(
    _ client: ClientID, in form: inout FormText, _ fields: inout [HTTPField], now: Moment
  ) throws(CryptoError) {
    form.add("client_secret", try text(for: client, now: now).utf8)
  }
}
