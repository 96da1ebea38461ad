/// How a client proves itself at a token endpoint (OpenID Connect Core §9, RFC 8705 §2).
package enum ClientMethod: String, Sendable, CaseIterable {
  /// The secret in an `Authorization: Basic` header.
  case secretBasic = "client_secret_basic"
  /// The secret in the form.
  case secretPost = "client_secret_post"
  /// A JWT signed by the client's key.
  case privateKeyJWT = "private_key_jwt"
  /// A certificate of an authority that the server trusts.
  case tlsClientAuth = "tls_client_auth"
}
