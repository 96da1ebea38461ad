internal import Crypto
internal import JSON

extension Endpoint<OIDCService> {
  /// The token endpoint: codes and refresh tokens.
  static var oidcToken: Self {
    Endpoint("POST", OIDCNames.token) { service, request, registry, situation in
      service.form(request, &registry, situation) { fields, client, registry in
        switch fields["grant_type"] {
        case "refresh_token": service.refresh(fields, client, &registry, situation)
        case "authorization_code": service.redeem(fields, client, &registry, situation)
        case nil: .failure(.invalidRequest, "grant_type is missing")
        default: .failure(.unsupportedGrantType, "grant_type is neither of the two that exist")
        }
      }
    }
  }
}

extension OIDCService {
  fileprivate func refresh(
    _ fields: FormFields, _ client: String, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    guard let token = fields["refresh_token"] else {
      return .failure(.invalidRequest, "refresh_token is missing")
    }
    guard let (record, grant) = registry.presented(token) else {
      return Outcome.failure(.invalidGrant, "nobody has this refresh token")
        .about(nil, presented: token)
    }
    let outcome =
      Self.refusal(of: grant, to: client)
      ?? replayed(record, grant, &registry, situation)
      ?? (registry.hasExpired(record) ? .failure(.invalidGrant, "expired") : nil)
      ?? renewed(token, grant, &registry, situation)
    return outcome.about(grant.subject, presented: token)
  }

  /// A replaced token that comes again: within the grace the answer of then, else the end of all.
  private func replayed(
    _ record: RefreshToken, _ grant: Grant, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome? {
    guard let replaced = record.replaced, let successor = record.successor else { return nil }
    if situation.now <= replaced + settings.reuseGrace, settings.reuseGrace > 0,
      registry.presented(successor)?.record.replaced == nil
    {
      return success(grant, refreshToken: successor, isRefresh: true, &registry, situation)
    }
    registry.end(grant.number, as: .reuse)
    return .failure(
      .invalidGrant, "reuse: this token was replaced before; all tokens of its family are dead")
  }

  private func renewed(
    _ token: String, _ grant: Grant, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    let new = settings.rotates ? registry.replace(token, now: situation.now) : nil
    return success(grant, refreshToken: new, isRefresh: true, &registry, situation)
  }

  fileprivate func redeem(
    _ fields: FormFields, _ client: String, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    guard let code = fields["code"] else { return .failure(.invalidRequest, "code is missing") }
    let pending = registry.code(code)
    if let fault = CodeRules.fault(pending, client, fields, situation.now) {
      // RFC 6749 §4.1.2: what came of a code that is used twice should end.
      if let grant = pending?.grant { registry.end(grant, as: .reuse) }
      return Outcome.failure(.invalidGrant, fault).about(pending?.subject, presented: code)
    }
    guard let (token, grant) = registry.redeem(code, now: situation.now) else {
      return .failure(.invalidGrant, "nobody has this code")
    }
    return success(grant, refreshToken: token, isRefresh: false, &registry, situation)
      .about(grant.subject, presented: code)
  }

  private func success(
    _ grant: Grant, refreshToken: String?, isRefresh: Bool, _ registry: inout Registry,
    _ situation: Situation
  ) -> Outcome {
    let access = registry.makeAccess(grant.number, now: situation.now)
    var members = JSONObject([
      ("access_token", .string(access)), ("token_type", "Bearer"),
      ("expires_in", .integer(TokenIssuer.accessLife)),
      ("scope", .string(grant.options.scopes.joined(separator: " "))),
    ])
    members["refresh_token"] = refreshToken.map { .string($0) }
    return guarded { () throws(CryptoError) in
      if isOpenID, !isRefresh || settings.identityOnRefresh {
        let maker = TokenIssuer(
          issuer: issuer(situation), identityLife: Self.identityLife)
        let identity = try maker.identityToken(grant, access: access, situation)
        members["id_token"] = .string(identity)
      }
      return Outcome.success(.object(members)).about(nil, granted: refreshToken)
    }
  }
}
