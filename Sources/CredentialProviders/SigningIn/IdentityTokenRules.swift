internal import CredentialCore
internal import Crypto
internal import JOSE
internal import JSON

/// What the identity tokens of one issuer must be like (OpenID Connect Core §3.1.3.7), and its quirks.
struct IdentityTokenRules: Sendable {
  /// The issuer as it writes itself; some have two ways.
  let issuers: [String]
  /// The clients that tokens may be for.
  let clients: [ClientID]
  /// The algorithms it signs by.
  var algorithms: [SignatureAlgorithm] = [.rs256]
  /// How far its clock may be from ours, in seconds.
  var leeway: Int64 = 60
  /// Whether a token may say by `nonce_supported` that no nonce is to be expected, as Apple's do.
  var mayLackNonce = false
  /// The claim that names the same user in another team; nil where there is none.
  var transferClaim: String?

  /// What is asked of the header.
  var signature: SignatureRules {
    SignatureRules(algorithms: algorithms, types: .optional(["jwt"]))
  }

  /// Judges a token whose signature was verified; `client` is the only one that it may be for when the
  /// back end named one.
  func facts(
    of token: VerifiedJWS, nonce: String?, client: ClientID?, now: Moment
  ) throws(TokenFault) -> IdentityFacts {
    let rules = claimRules(for: client)
    return try facts(of: ClaimSet(token), rules, nonce, now.milliseconds / 1000)
  }

  /// Judges a token that came for a code straight from the token endpoint over verified TLS: it is as
  /// new as can be, so no clock of ours can make it too old.
  func facts(
    fromIssuer token: CompactJWS, nonce: String?, client: ClientID
  ) throws(TokenFault) -> IdentityFacts {
    var rules = claimRules(for: client)
    rules.expiry = .ignored
    return try facts(of: ClaimSet(fromIssuerOverTLS: token), rules, nonce, Self.endOfTime)
  }

  private static let endOfTime: Int64 = 253_402_300_799

  private func claimRules(for client: ClientID?) -> ClaimRules {
    let audiences = client.map { [$0] } ?? clients
    return ClaimRules(issuers: issuers, audiences: audiences.map(\.text), leeway: leeway)
  }

  private func facts(
    of claims: ClaimSet, _ rules: ClaimRules, _ nonce: String?, _ now: Int64
  ) throws(TokenFault) -> IdentityFacts {
    // Pushes of the same issuer are signed by the same keys for the same clients.
    guard claims["events"] == nil else {
      throw TokenFault(.badClaim, "the token tells of events; an identity token does not")
    }
    var rules = rules
    let isExcused = mayLackNonce && claims["nonce"] == nil && isFalse(claims, "nonce_supported")
    if let nonce, !isExcused { rules.nonce = .equal(nonce) }
    let accepted = try rules.accept(claims, now: now)
    guard let subject = try? Subject(accepted.subject ?? ""), let issued = accepted.issued,
      let client = clients.first(where: { $0.text == accepted.audience })
    else { throw TokenFault(.badSubject, "sub of the token is no user ID") }
    let authenticated = try claims.time("auth_time")
    return IdentityFacts(
      subject: subject, client: client, issued: Moment(milliseconds: issued * 1000),
      authenticated: authenticated.map { Moment(milliseconds: $0 * 1000) },
      hasNonce: nonce != nil && !isExcused, profile: UserProfile(claims),
      transferSubject: transferClaim.flatMap { claims[$0]?.string }.flatMap { try? Subject($0) })
  }

  /// Whether the issuer says in so many words that it is not so.
  private func isFalse(_ claims: ClaimSet, _ name: String) -> Bool {
    (try? claims.flag(name)) == .some(.some(false))
  }
}
