internal import CredentialCore
internal import Crypto
internal import HTTP

/// Proves clients to the token endpoint of one server, for exchanges of codes.
struct ServerAuthenticator: ClientAuthenticator {
  let authentication: ClientAuthentication
  /// The token endpoint, which assertions name.
  let endpoint: EndpointAddress

  func prove(
    _ client: ClientID, in form: inout FormText, _ fields: inout [HTTPField], now: Moment
  ) throws(CryptoError) {
    var address = ""
    if case .success(let known) = endpoint.current() { address = known }
    try authentication.prove(client, in: &form, &fields, endpoint: address, now: now)
  }
}
