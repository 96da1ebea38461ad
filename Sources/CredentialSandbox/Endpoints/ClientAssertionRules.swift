internal import Crypto
internal import JOSE
internal import JSON

/// How a client proves itself by a JWT of its own (RFC 7523 §3, OpenID Connect Core §9).
struct ClientAssertionRules: Sendable {
  /// The only type of assertion.
  static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
  /// The longest time that an assertion may be good, in seconds.
  static let longestLife: Int64 = 600
  /// How far the client's clock may be ahead, in seconds.
  static let clockTolerance: Int64 = 60
  private static let maximumBytes = 8_192

  private let keys: KeySet

  /// Assertions are signed by ES256 with `key`, which is called `keyID`.
  init(keyID: String, key: PublicKey) throws(KeyFault) {
    keys = KeySet([try JSONWebKey(id: KeyID(keyID), key: key, algorithm: .es256)])
  }

  /// The client that an assertion names, and why it is not accepted; its `jti` is used up.
  func read(
    _ assertion: String, _ fields: FormFields, audiences: [String], _ registry: inout Registry,
    now: Int64
  ) -> (client: String?, fault: String?) {
    guard fields["client_assertion_type"] == Self.type else {
      return (fields["client_id"], "client_assertion_type is not \(Self.type)")
    }
    do throws(TokenFault) {
      let token = try CompactJWS(assertion, maximumBytes: Self.maximumBytes)
      let rules = SignatureRules(algorithms: [.es256], types: .any)
      let claims = try ClaimSet(keys.verify(token, rules)).members
      let fault =
        nameFault(claims, audiences) ?? timeFault(claims, now)
        ?? replayFault(claims, &registry, now)
      return (claims["sub"]?.string ?? fields["client_id"], fault)
    } catch {
      return (fields["client_id"], "the client assertion is not accepted: \(error)")
    }
  }

  private func nameFault(_ claims: JSONObject, _ audiences: [String]) -> String? {
    guard let issuer = claims["iss"]?.string, claims["sub"] == .string(issuer) else {
      return "iss and sub of the client assertion are not both the client_id"
    }
    let named = claims["aud"]?.array?.compactMap(\.string) ?? [claims["aud"]?.string ?? ""]
    guard named.contains(where: { one in audiences.contains { $0.utf8.elementsEqual(one.utf8) } })
    else { return "aud of the client assertion is none of \(audiences.joined(separator: ", "))" }
    return nil
  }

  private func timeFault(_ claims: JSONObject, _ now: Int64) -> String? {
    guard let expires = claims["exp"]?.integer else { return "exp is no whole number" }
    guard expires > now else { return "the client assertion has expired; check the clock" }
    guard expires <= now + Self.longestLife + Self.clockTolerance else {
      return "exp is more than \(Self.longestLife) s ahead"
    }
    if let issued = claims["iat"]?.integer, issued > now + Self.clockTolerance {
      return "iat lies in the future; check the clock"
    }
    return nil
  }

  private func replayFault(
    _ claims: JSONObject, _ registry: inout Registry, _ now: Int64
  ) -> String? {
    guard let id = claims["jti"]?.string, !id.isEmpty else { return "jti is missing" }
    if registry.assertions.count > 10_000 {
      registry.assertions = registry.assertions.filter { $0.value > now }
    }
    guard registry.assertions[id] == nil else { return "jti was used before" }
    registry.assertions[id] = claims["exp"]?.integer
    return nil
  }
}
