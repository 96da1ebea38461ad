internal import CredentialCore
internal import Crypto

extension OIDCSettings {
  /// What identity tokens must be like.
  var identityRules: IdentityTokenRules {
    var rules = IdentityTokenRules(issuers: [issuer], clients: clients)
    rules.algorithms = algorithms
    return rules
  }

  /// Who verifies what the server tells of its own accord: a logout token comes in a form, a security
  /// event is the body itself.
  func push(_ keys: ServerKeys) -> any PushVerifier {
    EitherPushVerifier(
      tokens: verifier(.sharedSignals(algorithms: algorithms), keys),
      others: verifier(.logout(algorithms: algorithms), keys))
  }

  private func verifier(_ profile: TransmitterProfile, _ keys: ServerKeys) -> TokenPushVerifier {
    TokenPushVerifier(
      provider: context.name, profile: profile, issuers: [issuer],
      audiences: clients.map(\.text), keys: keys, silentAfter: silentAfter)
  }
}
