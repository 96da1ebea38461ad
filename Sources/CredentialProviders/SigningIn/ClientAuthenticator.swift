internal import CredentialCore
internal import Crypto
internal import HTTP

/// How a client proves itself to a token endpoint (RFC 6749 §2.3); a kind of provider has one.
///
/// To the implementer: `client_id` stands in the form already; add what proves it, to the form or as a
/// field. It is called for each request and must be quick.
protocol ClientAuthenticator: Sendable {
  /// Adds what proves `client` at `now`.
  func prove(
    _ client: ClientID, in form: inout FormText, _ fields: inout [HTTPField], now: Moment
  ) throws(CryptoError)
}
