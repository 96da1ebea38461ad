internal import CredentialCore

/// The configuration keys of `[provider.NAME]` for kind `introspection`.
struct IntrospectionKeys: Sendable {
  /// How whoever asks is known to the server.
  enum Method: String, Sendable, CaseIterable {
    /// An id and a secret in the header.
    case basic = "client_secret_basic"
    /// An id and a secret in the form.
    case post = "client_secret_post"
    /// A bearer token.
    case bearer
  }

  let endpoint = Key<String>.required(
    "endpoint", range: "an https:// address", "The introspection endpoint.",
    check: ServerAddress.problem)
  let clients = ClientKeys.clients("The client ids whose tokens are looked at.")
  let method = Key<String>(
    "authentication", default: Method.basic.rawValue,
    range: Method.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "),
    "How this service proves to the server that it may ask.",
    check: Bounds.words(Method.allCases.map(\.rawValue)))
  let caller = Key<String>.optional(
    "caller_id", range: "1 to 255 bytes",
    "The client id of this service itself, for all but \"bearer\".",
    check: {
      (try? ClientID($0)) == nil ? "must be 1 to 255 bytes without control characters" : nil
    })
  let secret = SecretKeys(
    "secret", noun: "secret", "A file with the secret of caller_id, or with the bearer token.")
  let subjectMember = Key<String>(
    "subject_member", default: "sub", range: "\"sub\" or \"username\"",
    "The member of an answer that is the user ID.", check: Bounds.words(["sub", "username"]))
  let policy = PolicyKeys(
    LookTerms(
      interval: .seconds(3600), shortestInterval: .seconds(1), confirmAfter: .seconds(900),
      shortestConfirmation: .seconds(1), deadToken: .revoke, mostLooksPerSecond: 1000))

  /// All keys for the manual, in its order.
  var documentation: [KeyDocumentation] {
    [
      [
        endpoint.documentation, clients.documentation, method.documentation, caller.documentation,
      ], secret.documentation, [subjectMember.documentation], policy.documentation,
      HTTPKeys.documentation,
    ].flatMap { $0 }
  }

  /// Reads what governs looks and verdicts from the section alone.
  func policyAlone(_ section: inout Section, _ context: ProviderContext) -> ProviderPolicy {
    policy.read(&section, context, endpoint: section.readIfPresent(endpoint) ?? "")
  }

  /// Reads who asks; nil with a fault.
  func readCaller(_ section: inout Section, _ context: ProviderContext) -> IntrospectionCaller? {
    let method = Method(rawValue: section.read(method)) ?? .basic
    let own = section.readIfPresent(caller).flatMap { try? ClientID($0) }
    let secret = secret.readLine(&section, context)
    if (own == nil) != (method == .bearer) {
      let problem =
        own == nil
        ? "is missing: this service has a client id of its own at the server"
        : "is not used with \(self.method.name) = \"bearer\""
      section.fault(caller.name, problem, at: section.position(of: caller.name))
      return nil
    }
    guard let secret else { return nil }
    guard let own else { return .bearer(secret) }
    return .own(own, method == .basic ? .basic(secret) : .post(secret))
  }
}
