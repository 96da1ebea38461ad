internal import CredentialCore

/// The configuration keys of `[provider.NAME]` for kind `google`.
struct GoogleKeys: Sendable {
  let clients = ClientKeys.clients(
    "The OAuth client ids whose tokens are looked at; all have the same secret.")
  let secret = SecretKeys(
    "client_secret", noun: "client secret",
    "A file with the clients' secret, as the Google Cloud console shows it.")
  let endpoint = Key<String>(
    "endpoint", default: "https://oauth2.googleapis.com/token", range: "an https:// address",
    "Where tokens are refreshed, for a gateway before it.", check: ServerAddress.problem)
  let keysAddress = Key<String>(
    "jwks_uri", default: "https://www.googleapis.com/oauth2/v3/certs",
    range: "an https:// address", "Where Google's keys lie, for a gateway before them.",
    check: ServerAddress.problem)
  let policy = PolicyKeys(
    LookTerms(
      shortestInterval: .seconds(1), confirmAfter: .seconds(900),
      shortestConfirmation: .seconds(1), deadToken: .reauthenticate, mostLooksPerSecond: 1000))

  /// All keys for the manual, in its order.
  var documentation: [KeyDocumentation] {
    [
      [clients.documentation], secret.documentation,
      [endpoint.documentation, keysAddress.documentation], policy.documentation,
      PushKeys.documentation, HTTPKeys.documentation,
    ].flatMap { $0 }
  }

  /// Reads what governs looks and verdicts from the section alone.
  func policyAlone(_ section: inout Section, _ context: ProviderContext) -> ProviderPolicy {
    policy.read(&section, context, endpoint: section.readIfPresent(endpoint) ?? "")
  }
}
