internal import CredentialCore
internal import Crypto
internal import HTTP

/// Who asks an introspection endpoint, which never answers just anybody (RFC 7662 §2.1).
enum IntrospectionCaller: Sendable {
  /// The client itself that the token was issued to; assertions name the token endpoint, when it is
  /// known, as their reader.
  case client(ClientAuthentication, tokenEndpoint: EndpointAddress?)
  /// A party of its own, as a protected resource is.
  case own(ClientID, ClientAuthentication)
  /// Whoever holds a bearer token (RFC 6750 §2.1).
  case bearer(Secret)

  /// Who that is, for people.
  var word: String {
    switch self {
    case .client(let authentication, _): "the client, by \(authentication.word)"
    case .own(let own, let authentication): "\(own), by \(authentication.word)"
    case .bearer: "the holder of a bearer token"
    }
  }

  /// When what it shows ends, as far as that tells so itself.
  var expiry: Expiry? {
    switch self {
    case .client(let authentication, _), .own(_, let authentication): authentication.expiry
    case .bearer(let token): Expiry(of: token, called: "the bearer token")
    }
  }

  /// Adds what proves who asks. `endpoint` is the introspection endpoint's address.
  func add(
    to form: inout FormText, _ fields: inout [HTTPField], client: ClientID, endpoint: String,
    now: Moment
  ) throws(CryptoError) {
    switch self {
    case .client(let authentication, let tokenEndpoint):
      var audience = endpoint
      if case .success(let address)? = tokenEndpoint?.current() { audience = address }
      try authentication.add(to: &form, &fields, client: client, endpoint: audience, now: now)
    case .own(let own, let authentication):
      try authentication.add(to: &form, &fields, client: own, endpoint: endpoint, now: now)
    case .bearer(let token):
      let text = token.withBytes { String(decoding: $0, as: UTF8.self) }
      fields.append(HTTPField("Authorization", "Bearer \(text)"))
    }
  }
}
