internal import CredentialCore

/// The configuration keys of `[provider.NAME]` for Apple and its stand-in.
struct AppleKeys: Sendable {
  let flavor: AppleFlavor

  init(_ flavor: AppleFlavor) { self.flavor = flavor }

  let team = Key<String>.required(
    "team_id", range: "10 of A-Z and 0-9", "The team that owns the clients.",
    check: AppleKeys.identifier)
  let keyID = Key<String>.required(
    "key_id", range: "10 of A-Z and 0-9", "The id of the Sign in with Apple key.",
    check: AppleKeys.identifier)
  let key = SecretKeys(
    "key", noun: "key", "The key itself, the .p8 file as downloaded.")
  let transfer = AppleTransferKeys()
  let clients = ClientKeys.clients(
    "The client ids (bundle ids, Services IDs) whose tokens are looked at, without the team id.")
  var endpoint: Key<String> {
    switch flavor {
    case .apple:
      Key(
        "endpoint", default: AppleClientSecret.issuer, range: "https://HOST[:PORT]",
        "Where the token endpoint lies, for a gateway before it.",
        check: { AppleEndpoint.problem($0, mustBeLoopback: false) })
    case .sandbox:
      .required(
        "endpoint", range: "https:// and a loopback address",
        "Where credstate-sandbox serves on this machine.",
        check: { AppleEndpoint.problem($0, mustBeLoopback: true) })
    }
  }
  var policy: PolicyKeys { PolicyKeys(flavor.terms) }
  let secretLife = Key<Duration>(
    "client_secret_lifetime", default: .seconds(300), range: "1m to 15777000s",
    "How long a client secret is signed for; it is renewed at half its life.",
    check: Bounds.durations(.seconds(60), AppleClientSecret.longestLife))
}

extension AppleKeys {
  /// All keys for the manual, in its order.
  var documentation: [KeyDocumentation] {
    let parts: [[KeyDocumentation]] = [
      [team.documentation, keyID.documentation],
      key.documentation,
      [clients.documentation, endpoint.documentation],
      policy.documentation,
      [secretLife.documentation],
      transfer.documentation,
      PushKeys.documentation,
      HTTPKeys.documentation,
    ]
    return parts.flatMap { $0 }
  }

  static let identifier: @Sendable (String) -> String? = { text in
    let plain = text.utf8.allSatisfy { (0x41...0x5a).contains($0) || (0x30...0x39).contains($0) }
    return plain && text.utf8.count == 10
      ? nil : "must be 10 characters of A-Z and 0-9, as shown in the developer account"
  }
}
