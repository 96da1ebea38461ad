internal import JSON

extension ClaimRules {
  /// Judges `claims` at `now`, in seconds since 1970; the first rule that is broken is thrown.
  package func accept(_ claims: ClaimSet, now: Int64) throws(TokenFault) -> AcceptedClaims {
    let issuer = try checkIssuer(claims)
    let audience = try checkAudience(claims)
    try checkExpiry(claims, now)
    let issued = try checkIssued(claims, now)
    try checkNonce(claims)
    return AcceptedClaims(
      claims: claims, issuer: issuer, audience: audience, subject: try checkSubject(claims),
      issued: issued)
  }

  private func checkIssuer(_ claims: ClaimSet) throws(TokenFault) -> String {
    guard let name = claims["iss"]?.string else {
      throw TokenFault(.wrongIssuer, "iss of the token is missing or no text")
    }
    guard let issuer = issuers.first(where: { same($0, name) }) else {
      throw TokenFault(
        .wrongIssuer, "the token was issued by \(quoted(name)), not by \(Self.list(issuers))")
    }
    return issuer
  }

  private func checkAudience(_ claims: ClaimSet) throws(TokenFault) -> String {
    let named = try claims.audience()
    let ours = audiences.filter { one in named.contains { same($0, one) } }
    guard let audience = ours.first else {
      throw TokenFault(
        .wrongAudience, "the token is for \(Self.list(named)), who is not configured")
    }
    let party = try claims.text("azp")
    let isOurs = party.map { text in audiences.contains { same($0, text) } } ?? false
    let foreign = named.filter { text in !audiences.contains { same($0, text) } }
    guard foreign.isEmpty || allowsForeignAudiences || isOurs else {
      throw TokenFault(
        .foreignAudience, "the token is also for \(Self.list(foreign)), and azp is not ours")
    }
    try checkParty(party, isOurs)
    return audience
  }

  private func checkParty(_ party: String?, _ isOurs: Bool) throws(TokenFault) {
    guard let party else { return }
    let isRight =
      switch self.party {
      case .any: true
      case .audience: isOurs
      case .oneOf(let others): others.contains { same($0, party) }
      }
    if !isRight {
      throw TokenFault(
        .wrongParty, "the token was asked for by \(quoted(party)) (azp), who is not configured")
    }
  }

  private func checkExpiry(_ claims: ClaimSet, _ now: Int64) throws(TokenFault) {
    guard expiry != .ignored else { return }
    let end = try claims.time("exp")
    if end == nil, expiry == .required { throw TokenFault(.badTime, "exp of the token is missing") }
    if let end, end <= now - leeway {
      throw TokenFault(
        .expired, "the token ended \(now - end) s ago; is this machine's clock right?")
    }
    if let start = try claims.time("nbf"), start > now + leeway {
      throw TokenFault(
        .notYetValid, "the token begins in \(start - now) s; is this machine's clock right?")
    }
  }

  private func checkIssued(_ claims: ClaimSet, _ now: Int64) throws(TokenFault) -> Int64? {
    guard issued != .ignored else { return nil }
    guard let time = try claims.time("iat") else {
      guard issued == .ifPresent, maximumAge == nil else {
        throw TokenFault(.badTime, "iat of the token is missing")
      }
      return nil
    }
    guard time <= now + leeway else {
      throw TokenFault(
        .issuedAhead, "the token is issued \(time - now) s ahead; is this machine's clock right?")
    }
    if let maximumAge, time < now - maximumAge - leeway {
      throw TokenFault(
        .tooOld, "the token was issued \(now - time) s ago; at most \(maximumAge) s are allowed")
    }
    return time
  }

  private func checkNonce(_ claims: ClaimSet) throws(TokenFault) {
    switch nonce {
    case .any: return
    case .absent:
      guard claims["nonce"] == nil else {
        throw TokenFault(.unexpectedNonce, "the token has a nonce; its kind never has one")
      }
    case .equal(let wanted):
      guard let nonce = claims["nonce"] else {
        throw TokenFault(.wrongNonce, "the token has no nonce, but one was sent for it")
      }
      guard nonce == .string(wanted) else {
        throw TokenFault(.wrongNonce, "the token's nonce is not the one that was sent for it")
      }
    }
  }

  private func checkSubject(_ claims: ClaimSet) throws(TokenFault) -> String? {
    switch subject {
    case .required: try claims.subject()
    case .ifPresent: try claims["sub"] == nil ? nil : claims.subject()
    case .ignored: nil
    }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(2).map(quoted).joined(separator: ", ")
    return names.count > 2 ? "\(shown) and \(names.count - 2) more" : shown
  }
}
