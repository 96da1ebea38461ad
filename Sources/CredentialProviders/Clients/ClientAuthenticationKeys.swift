internal import CredentialCore
internal import Crypto

/// The configuration keys that say how clients authenticate themselves.
struct ClientAuthenticationKeys: Sendable {
  /// The ways, by their registered names (RFC 8414 §2).
  enum Method: String, Sendable, CaseIterable {
    /// A secret in the header.
    case basic = "client_secret_basic"
    /// A secret in the form.
    case post = "client_secret_post"
    /// A signed assertion.
    case assertion = "private_key_jwt"
    /// A certificate.
    case certificate = "tls_client_auth"
    /// None.
    case publicClient = "none"
  }

  let method = Key<String>(
    "authentication", default: Method.basic.rawValue,
    range: Method.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "),
    "How the clients prove to the server who they are.",
    check: Bounds.words(Method.allCases.map(\.rawValue)))
  let secret = SecretKeys(
    "client_secret", noun: "client secret",
    "A file with the clients' secret, for client_secret_basic and client_secret_post.")
  let signingKey = SecretKeys(
    "signing_key", noun: "signing key",
    "A PEM file with the clients' private key, RSA or EC, for private_key_jwt.")
  let signingKeyID = Key<String>.optional(
    "signing_key_id", range: "1 to 255 bytes",
    "The id (kid) under which the server knows the signing key.",
    check: { (1...255).contains($0.utf8.count) ? nil : "must have 1 to 255 bytes" })
  let algorithm = Key<String>.optional(
    "signing_algorithm",
    range: ClientAssertion.algorithms.map { "\"\($0.rawValue)\"" }.joined(separator: ", "),
    "How assertions are signed; by itself RS256 for an RSA key and ES256 for one on P-256.",
    check: Bounds.words(ClientAssertion.algorithms.map(\.rawValue)))
  let audience = Key<String>(
    "assertion_audience", default: ClientAssertion.Audience.tokenEndpoint.rawValue,
    range: "\"token_endpoint\" or \"issuer\"",
    "Whom assertions name as their reader (aud); servers differ.",
    check: Bounds.words(ClientAssertion.Audience.allCases.map(\.rawValue)))
  let certificate = Key<String>.optional(
    "certificate_file", range: "an absolute path",
    "A PEM file with the certificate for tls_client_auth, intermediates after it.",
    check: Bounds.absolutePath)
  let certificateKey = SecretKeys(
    "certificate_key", noun: "certificate's key", "A PEM file with the certificate's private key.")

  /// The keys for the manual, in its order.
  var documentation: [KeyDocumentation] {
    let parts: [[KeyDocumentation]] = [
      [method.documentation],
      secret.documentation,
      signingKey.documentation,
      [
        signingKeyID.documentation, algorithm.documentation, audience.documentation,
        certificate.documentation,
      ],
      certificateKey.documentation,
    ]
    return parts.flatMap { $0 }
  }
}
