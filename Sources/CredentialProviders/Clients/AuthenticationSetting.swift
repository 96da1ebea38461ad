internal import HTTP

/// How clients authenticate themselves, and what the connection shows for it.
struct AuthenticationSetting: Sendable {
  let authentication: ClientAuthentication
  /// The certificate, for mutual TLS alone.
  let identity: HTTPIdentity?

  init(_ authentication: ClientAuthentication, _ identity: HTTPIdentity? = nil) {
    (self.authentication, self.identity) = (authentication, identity)
  }
}
