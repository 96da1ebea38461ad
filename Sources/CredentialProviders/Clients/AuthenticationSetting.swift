internal import CredentialCore
internal import HTTP

/// How clients authenticate themselves, and what the connection shows for it.
struct AuthenticationSetting: Sendable {
  let authentication: ClientAuthentication
  /// The certificate, for mutual TLS alone.
  let identity: HTTPIdentity?

  /// When what is shown ends.
  let expiries: [Expiry]

  init(
    _ authentication: ClientAuthentication, _ identity: HTTPIdentity? = nil,
    ending expiry: Expiry? = nil
  ) {
    (self.authentication, self.identity) = (authentication, identity)
    expiries = [authentication.expiry, expiry].compactMap { $0 }
  }
}
