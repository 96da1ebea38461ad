internal import CredentialCore

/// Any server of OAuth 2.0 or OpenID Connect.
enum OIDCKind {
  static let name = "oidc"

  /// The kind as the configuration sees it.
  static var kind: ProviderKind {
    let keys = OIDCKeys()
    return ProviderKind(
      name: name, keys: keys.documentation, answerKeys: AnswerEntries.documentation,
      policy: { keys.policyAlone(&$0, $1) }
    ) { section, context in
      let settings = OIDCSettings(&section, keys, context)
      return ProviderMaker(
        service: settings.issuer, clients: settings.clients, expiries: settings.expiries
      ) { settings.provider() }
    }
  }
}
