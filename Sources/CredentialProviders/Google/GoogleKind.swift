internal import CredentialCore

/// Google, by the refresh grant of its token endpoint.
enum GoogleKind {
  static let name = "google"

  /// The kind as the configuration sees it.
  static var kind: ProviderKind {
    let keys = GoogleKeys()
    return ProviderKind(
      name: name, keys: keys.documentation, answerKeys: AnswerEntries.documentation,
      policy: { keys.policyAlone(&$0, $1) }
    ) { section, context in
      let settings = GoogleSettings(&section, keys, context)
      let expiry = settings.secret.flatMap { Expiry(of: $0, called: "the client secret") }
      return ProviderMaker(
        service: settings.endpoint, clients: settings.clients,
        expiries: [expiry].compactMap { $0 }
      ) { settings.provider() }
    }
  }
}
