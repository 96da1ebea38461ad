internal import Crypto
internal import JSON

/// What is to be told, by whom and with which keys: all that a kind needs to write a push.
struct PushOrder: Sendable {
  /// What happened: a name of the kind's table, or the address of an event.
  let event: String
  /// The user.
  let subject: String
  /// The client that it is for.
  let client: String
  /// The rest.
  let options: PushOptions
  /// Seconds since 1970.
  let now: Int64
  /// The base of the endpoints.
  let base: String
  /// What it is signed with.
  let keys: KeyRing

  /// When it is made.
  var issued: Int64 { options.issued ?? now }
  /// When it happened.
  var happened: Int64 { options.happened ?? issued }
  /// Its identifier.
  var id: String { options.id ?? Base64URL.encode(randomBytes(12)) }

  /// Whether it is to be written in a way of this name.
  func has(_ shape: String) -> Bool { options.shapes.contains(shape) }

  /// The claims that all pushes of a key have.
  func claims(issuer: String) -> JSONObject {
    JSONObject([
      ("iss", .string(issuer)), ("aud", .string(client)), ("iat", .integer(issued)),
      ("jti", .string(id)),
    ])
  }

  /// Signs claims, spoilt as was asked for.
  func sign(_ claims: JSONObject, type: String?) throws(CryptoError) -> String {
    try TokenDraft(claims, type: type, keys: keys).token(keys, options.forgery, now: issued)
  }
}
