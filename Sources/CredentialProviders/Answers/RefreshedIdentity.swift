internal import CredentialCore
internal import JOSE
internal import JSON

/// Checks the identity token that came beside an access token straight from the token endpoint over
/// verified TLS.
///
/// Its signature is not checked there (OpenID Connect Core §3.1.3.7 item 6); issuer, audience and
/// subject are (§12.2).
struct RefreshedIdentity: Sendable {
  /// Who may have issued it.
  let issuers: [String]
  /// Whether `transfer_sub` may carry the subject, as at Apple after a transfer.
  var knowsTransfers = false
  /// Whether the app goes to another team now: an identity with a `transfer_sub` is then this user's under
  /// a new name, as the token is.
  var isMoving = false

  /// What a success with this `id_token` says about `subject`.
  func finding(_ token: JSONValue, client: ClientID, subject: Subject) -> Finding {
    guard let claims = Self.claims(of: token) else {
      return Finding(.transient(retryAfter: nil), "200 with an id_token that cannot be read")
    }
    do throws(TokenFault) { _ = try rules(client).accept(claims, now: 0) } catch {
      let part = error.code == .wrongIssuer ? "has another issuer" : "is for another client"
      return Finding(.mismatched, "200, but the id_token \(part)")
    }
    if Self.same(claims["sub"], subject.bytes) { return Finding(.authorized, "200 with id_token") }
    if knowsTransfers, Self.same(claims["transfer_sub"], subject.bytes) {
      return Finding(.transferred, "200 with an id_token that carries the subject as transfer_sub")
    }
    if isMoving, claims["transfer_sub"]?.string?.isEmpty == false {
      return Finding(.transferred, "200 with an id_token that names the user anew (transfer_sub)")
    }
    return Finding(
      .mismatched, "200, but the token belongs to another subject; it was stored wrongly")
  }

  /// What a success with this body says about `subject`; an `id_token` that is encrypted or absent says
  /// nothing, and the token endpoint's word stands.
  func finding(of answer: OAuthAnswer, client: ClientID, subject: Subject) -> Finding {
    guard let token = answer.json?["id_token"], !token.isNull else {
      return Finding(.authorized, answer.outline)
    }
    if token.string?.utf8.count(where: { $0 == UInt8(ascii: ".") }) == 4 {
      return Finding(.authorized, "200 with an encrypted id_token, which is not read")
    }
    return finding(token, client: client, subject: subject)
  }

  private static func claims(of token: JSONValue) -> ClaimSet? {
    guard let text = token.string,
      let token = try? CompactJWS(text, maximumBytes: OAuthAnswer.maximumBytes)
    else { return nil }
    return try? ClaimSet(fromIssuerOverTLS: token)
  }

  /// Issuer and audience alone: the answer is as new as can be, and the subject is looked at after.
  private func rules(_ client: ClientID) -> ClaimRules {
    var rules = ClaimRules(issuers: issuers, audiences: [client.text], leeway: 0)
    rules.allowsForeignAudiences = true
    rules.party = .any
    rules.expiry = .ignored
    rules.issued = .ignored
    rules.subject = .ignored
    return rules
  }

  private static func same(_ value: JSONValue?, _ bytes: some Sequence<UInt8>) -> Bool {
    value?.string?.utf8.elementsEqual(bytes) ?? false
  }
}
