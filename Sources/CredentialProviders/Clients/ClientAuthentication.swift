internal import CredentialCore
internal import Crypto
internal import HTTP

/// How a client proves to a server who it is (OpenID Connect Core §9, RFC 8705).
enum ClientAuthentication: Sendable {
  /// Not at all: a public client.
  case publicClient
  /// By a secret in the `Authorization` header (RFC 6749 §2.3.1).
  case basic(Secret)
  /// By a secret in the form.
  case post(Secret)
  /// By a signed assertion (RFC 7523 §2.2).
  case assertion(ClientAssertion)
  /// By the certificate of the connection (RFC 8705 §2).
  case certificate

  /// The registered name of the way (RFC 8414 §2).
  var word: String {
    switch self {
    case .publicClient: ClientAuthenticationKeys.Method.publicClient.rawValue
    case .basic: ClientAuthenticationKeys.Method.basic.rawValue
    case .post: ClientAuthenticationKeys.Method.post.rawValue
    case .assertion: ClientAuthenticationKeys.Method.assertion.rawValue
    case .certificate: ClientAuthenticationKeys.Method.certificate.rawValue
    }
  }

  /// Adds what makes a request one of `client`: its id, unless the header has it, and what proves it.
  /// `endpoint` is the server's token endpoint.
  func add(
    to form: inout FormText, _ fields: inout [HTTPField], client: ClientID, endpoint: String,
    now: Moment
  ) throws(CryptoError) {
    try prove(client, in: &form, &fields, endpoint: endpoint, now: now)
    if case .basic = self { return }
    form.add("client_id", client.bytes)
  }

  /// Adds what proves `client`, whose id stands in the form already or is not wanted there.
  func prove(
    _ client: ClientID, in form: inout FormText, _ fields: inout [HTTPField], endpoint: String,
    now: Moment
  ) throws(CryptoError) {
    switch self {
    case .publicClient, .certificate: break
    case .basic(let secret):
      // Both are written as in a form first (RFC 6749 §2.3.1).
      let name = FormText.encoded(client.bytes)
      let value = secret.withBytes {
        BasicCredentials.value(name: name, secret: FormText.encoded($0))
      }
      fields.append(HTTPField("Authorization", value))
    case .post(let secret): secret.withBytes { form.add("client_secret", $0) }
    case .assertion(let assertion):
      form.add("client_assertion_type", ClientAssertion.type.utf8)
      let text = try assertion.text(for: client, endpoint: endpoint, now: now)
      form.add("client_assertion", text.utf8)
    }
  }
}
