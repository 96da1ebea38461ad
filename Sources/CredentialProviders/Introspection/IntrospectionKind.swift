internal import CredentialCore

/// Any server that tells whether a token is good (RFC 7662).
enum IntrospectionKind {
  static let name = "introspection"

  /// The kind as the configuration sees it.
  static var kind: ProviderKind {
    let keys = IntrospectionKeys()
    return ProviderKind(
      name: name, keys: keys.documentation, answerKeys: AnswerEntries.documentation,
      policy: { keys.policyAlone(&$0, $1) }
    ) { section, context in
      let settings = IntrospectionSettings(&section, keys, context)
      return ProviderMaker(
        service: settings.endpoint, clients: settings.clients,
        expiries: [settings.caller?.expiry].compactMap { $0 }
      ) { settings.provider() }
    }
  }
}
