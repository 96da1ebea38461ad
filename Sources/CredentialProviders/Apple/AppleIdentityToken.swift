internal import CredentialCore
internal import Crypto
internal import JSON

/// Checks the identity token that came straight from the token endpoint over verified TLS.
///
/// Its signature is not checked there (OpenID Connect Core §3.1.3.7 item 6); issuer, audience and
/// subject are (§12.2).
enum AppleIdentityToken {
  /// What a successful answer with this `id_token` says about `subject`.
  static func finding(_ token: JSONValue, client: ClientID, subject: Subject) -> Finding {
    guard let claims = claims(of: token) else {
      return Finding(.transient(retryAfter: nil), "200 with an id_token that cannot be read")
    }
    guard same(claims["iss"], AppleClientSecret.issuer.utf8) else {
      return Finding(.mismatched, "200, but the id_token has another issuer")
    }
    guard isMeant(for: client, claims["aud"]) else {
      return Finding(.mismatched, "200, but the id_token is for another client")
    }
    if same(claims["sub"], subject.bytes) { return Finding(.authorized, "200 with id_token") }
    if same(claims["transfer_sub"], subject.bytes) {
      return Finding(.transferred, "200 with an id_token that carries the subject as transfer_sub")
    }
    return Finding(
      .mismatched, "200, but the token belongs to another subject; it was stored wrongly")
  }

  private static func claims(of token: JSONValue) -> JSONValue? {
    guard let parts = token.string?.split(separator: ".", omittingEmptySubsequences: false),
      parts.count == 3, let payload = Base64URL.decode(parts[1]),
      let claims = try? JSONValue.parse(payload, maximumBytes: OAuthAnswer.maximumBytes),
      claims.object != nil
    else { return nil }
    return claims
  }

  private static func isMeant(for client: ClientID, _ audience: JSONValue?) -> Bool {
    if let list = audience?.array { return list.contains { same($0, client.bytes) } }
    return same(audience, client.bytes)
  }

  private static func same(_ value: JSONValue?, _ bytes: some Sequence<UInt8>) -> Bool {
    value?.string?.utf8.elementsEqual(bytes) ?? false
  }
}
