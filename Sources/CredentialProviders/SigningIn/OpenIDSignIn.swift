internal import CredentialCore
internal import Crypto
internal import HTTP
internal import JOSE

/// Verifies sign-ins of an OpenID provider; a kind gives rules, addresses and how its clients prove
/// themselves.
///
/// An identity token that was handed over is judged first, by the issuer's keys, so that nothing wrong
/// uses up a code. Then the code is exchanged by the client that the token is for; what comes for it is
/// believed as it came over TLS, and must be about the same user.
struct OpenIDSignIn: SignInVerifier {
  let rules: IdentityTokenRules
  let authenticator: any ClientAuthenticator
  /// Sends what it asks; nothing can be verified without.
  let client: Result<HTTPClient, HTTPSetupError>
  /// The addresses, which may have to be found out first.
  let places: @Sendable (HTTPClient) async throws(SignInRefusal) -> OpenIDPlaces

  func verify(
    _ handover: SignInHandover, now: Moment
  ) async throws(SignInRefusal) -> VerifiedSignIn {
    if let error = handover.error { throw Self.refusal(ofAuthorization: error) }
    guard handover.identityToken != nil || handover.code != nil else {
      throw SignInRefusal(
        .invalidResponse, "neither an identity token (id_token) nor a code was handed over")
    }
    if let named = handover.client, !rules.clients.contains(named) {
      throw SignInRefusal(.notHandled, "\(named) is no client of this provider's configuration")
    }
    let client = try sender()
    let places = try await places(client)
    let front = try await frontFacts(handover, places, now)
    if let front { try handover.check(front.subject) }
    guard let code = handover.code else { return try signIn(handover, front, nil) }
    let exchange = CodeExchange(address: places.tokenEndpoint, authenticator: authenticator)
    let asker = try asker(handover, front)
    let request = try exchange.request(code, of: handover, client: asker, now: now)
    let tokens = try exchange.tokens(await client.end(of: request), client: asker)
    return try signIn(handover, front, exchanged(tokens, handover, front, asker))
  }

  /// What came for a code: the facts that hold, and the refresh token.
  private struct Exchanged {
    let facts: IdentityFacts
    let refresh: Secret?
  }

  private func sender() throws(SignInRefusal) -> HTTPClient {
    switch client {
    case .success(let client): return client
    case .failure(let error): throw SignInRefusal(.notHandled, error.description)
    }
  }

  /// What the identity token says that was handed over; nil when there is none.
  private func frontFacts(
    _ handover: SignInHandover, _ places: OpenIDPlaces, _ now: Moment
  ) async throws(SignInRefusal) -> IdentityFacts? {
    guard let secret = handover.identityToken else { return nil }
    let token = try Self.refusing { () throws(TokenFault) in
      try secret.withBytes { bytes throws(TokenFault) in try CompactJWS(bytes: bytes) }
    }
    switch await places.keys.verify(token, rules.signature) {
    case .verified(let token):
      return try Self.refusing { () throws(TokenFault) in
        try Self.check(token, belongsTo: handover.code)
        return try rules.facts(
          of: token, nonce: handover.nonce, client: handover.client, now: now)
      }
    case .refused(let fault): throw Self.refusal(fault)
    case .unavailable(let reason):
      throw SignInRefusal(
        .failed, "the identity token cannot be verified now: \(reason)", isPassing: true)
    }
  }

  /// A token that came with a code is bound to it (OpenID Connect Core §3.3.2.11).
  private static func check(
    _ token: VerifiedJWS, belongsTo code: Secret?
  ) throws(TokenFault) {
    let isSHA256 = token.header.algorithm.rawValue.hasSuffix("256")
    guard let code, isSHA256, let hash = try ClaimSet(token).text("c_hash") else { return }
    let half = code.withBytes { SHA256.hash($0).prefix(SHA256.byteCount / 2) }
    guard Base64URL.encode(Array(half)) == hash else {
      throw TokenFault(.badClaim, "the identity token came with another code (c_hash)")
    }
  }

  private func asker(
    _ handover: SignInHandover, _ front: IdentityFacts?
  ) throws(SignInRefusal) -> ClientID {
    if let client = front?.client ?? handover.client { return client }
    guard rules.clients.count == 1 else {
      throw SignInRefusal(
        .notHandled,
        "nothing says which client the code was given to; hand client_id over with it")
    }
    return rules.clients[0]
  }

  /// The code is used up, so what came is kept wherever it can be believed: an identity token that
  /// cannot be read does no harm beside one that was verified before.
  private func exchanged(
    _ tokens: CodeExchange.Tokens, _ handover: SignInHandover, _ front: IdentityFacts?,
    _ client: ClientID
  ) throws(SignInRefusal) -> Exchanged {
    let facts: IdentityFacts
    do throws(TokenFault) {
      facts = try self.facts(tokens, handover, client)
    } catch {
      guard let front, error.isHarmless else { throw Self.refusal(error) }
      return Exchanged(facts: front, refresh: tokens.refresh)
    }
    try handover.check(facts.subject)
    guard front == nil || front?.subject == facts.subject else {
      throw SignInRefusal(
        .invalidResponse, "the code belongs to another user than the identity token")
    }
    return Exchanged(facts: facts, refresh: tokens.refresh)
  }

  private func facts(
    _ tokens: CodeExchange.Tokens, _ handover: SignInHandover, _ client: ClientID
  ) throws(TokenFault) -> IdentityFacts {
    guard let text = tokens.identity else {
      throw TokenFault(.badClaims, "no identity token came for the code")
    }
    let token = try CompactJWS(text, maximumBytes: OAuthAnswer.maximumBytes)
    return try rules.facts(fromIssuer: token, nonce: handover.nonce, client: client)
  }

  private func signIn(
    _ handover: SignInHandover, _ front: IdentityFacts?, _ exchanged: Exchanged?
  ) throws(SignInRefusal) -> VerifiedSignIn {
    guard let facts = exchanged?.facts ?? front else {
      throw SignInRefusal(.unknown, "nothing was verified")
    }
    let token: VerifiedSignIn.Token? =
      if let refresh = exchanged?.refresh { .exchanged(refresh) } else {
        handover.refreshToken.map { .handedOver($0) }
      }
    let told = handover.profile.updated(by: front?.profile ?? UserProfile())
    let means = [
      front.map { _ in "identity token verified" }, exchanged.map { _ in "code exchanged" },
    ]
    return VerifiedSignIn(
      subject: facts.subject, client: facts.client,
      at: exchanged == nil ? facts.signedIn : facts.issued, token: token,
      profile: told.updated(by: facts.profile),
      transferSubject: facts.transferSubject ?? front?.transferSubject,
      usedCode: exchanged != nil,
      evidence: Evidence("\(means.compactMap { $0 }.joined(separator: ", ")) (\(facts.client))"))
  }

  private static func refusing<Judged>(
    _ judge: () throws(TokenFault) -> Judged
  ) throws(SignInRefusal) -> Judged {
    do throws(TokenFault) { return try judge() } catch { throw refusal(error) }
  }

  private static func refusal(_ fault: TokenFault) -> SignInRefusal {
    SignInRefusal(.invalidResponse, "\(fault) (\(fault.code.rawValue))")
  }

  /// What the provider answered to the user's own request (RFC 6749 §4.1.2.1; Apple's
  /// `user_cancelled_authorize`).
  private static func refusal(ofAuthorization error: String) -> SignInRefusal {
    let said = "the provider answered \(PlainWord.of(error)) to the authorization request"
    switch error {
    case "access_denied", "user_cancelled_authorize", "consent_required", "login_required",
      "interaction_required", "account_selection_required", "user_cancelled_login":
      return SignInRefusal(.canceled, said)
    case "temporarily_unavailable", "server_error": return SignInRefusal(.failed, said)
    case "invalid_request", "unauthorized_client", "unsupported_response_type", "invalid_scope",
      "invalid_client":
      return SignInRefusal(.notHandled, said)
    default: return SignInRefusal(.unknown, said)
    }
  }
}

extension TokenFault {
  /// Whether a token that came for a code says nothing against what was verified before.
  fileprivate var isHarmless: Bool {
    switch code {
    case .wrongIssuer, .wrongAudience, .foreignAudience, .wrongParty, .wrongNonce, .badSubject:
      false
    default: true
    }
  }
}
