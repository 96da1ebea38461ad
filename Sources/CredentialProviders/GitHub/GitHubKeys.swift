internal import CredentialCore

/// The configuration keys of `[provider.NAME]` of kind `github`.
struct GitHubKeys: Sendable {
  let client = Key<String>.required(
    "client_id", range: "letters, digits, dots, hyphens and underscores",
    "The client id of the OAuth App or GitHub App whose tokens are looked at.",
    check: { text in
      let isPlain = text.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
          || (0x61...0x7a).contains(byte) || "._-".utf8.contains(byte)
      }
      return isPlain && (1...100).contains(text.utf8.count)
        ? nil : "must be the app's client id, as shown in its settings"
    })
  let secret = SecretKeys(
    "client_secret", noun: "client secret", "A file with a client secret of the app.")
  let webhook = SecretKeys(
    "webhook_secret", noun: "webhook secret",
    "A file with the secret that the app's webhook is signed with; without one no push is taken.")
  let endpoint = Key<String>(
    "endpoint", default: "https://api.github.com", range: "https://HOST[:PORT][/PATH]",
    "Where the REST API lies; for GitHub Enterprise Server https://HOST/api/v3.",
    check: { Endpoint.problem($0, allowsPath: true) })

  /// GitHub lets an app make some thousands of requests an hour; a token dies for many reasons.
  let policy = PolicyKeys(
    LookTerms(
      shortestInterval: .seconds(1), confirmAfter: .seconds(900),
      shortestConfirmation: .seconds(1), deadToken: .reauthenticate, looksPerSecond: 1,
      mostLooksPerSecond: 1000))
}

extension GitHubKeys {
  /// All keys for the manual, in its order.
  var documentation: [KeyDocumentation] {
    let parts: [[KeyDocumentation]] = [
      [client.documentation],
      secret.documentation,
      [endpoint.documentation],
      webhook.documentation,
      policy.documentation,
      PushKeys.documentation,
      HTTPKeys.documentation,
    ]
    return parts.flatMap { $0 }
  }
}
