internal import Crypto
internal import JSON

extension Endpoint<AppleService> {
  /// The token endpoint.
  static var appleToken: Self {
    Endpoint("POST", AppleNames.token) { service, request, registry, situation in
      service.form(request, registry.transfer, situation) { fields, client, team in
        switch fields["grant_type"] {
        case "refresh_token": service.refresh(fields, client, team, &registry, situation)
        case "authorization_code": service.redeem(fields, client, team, &registry, situation)
        case "client_credentials": service.migration(fields, team, &registry, situation)
        case nil: .failure(.invalidRequest, "grant_type is missing")
        default: .failure(.unsupportedGrantType, "grant_type is none of the three that exist")
        }
      }
    }
  }
}

extension AppleService {
  fileprivate func refresh(
    _ fields: FormFields, _ client: String, _ team: String, _ registry: inout Registry,
    _ situation: Situation
  ) -> Outcome {
    guard let token = fields["refresh_token"] else {
      return .failure(.invalidRequest, "refresh_token is missing")
    }
    guard let (record, grant) = registry.presented(token) else {
      return Outcome.failure(.invalidGrant, "nobody has this refresh token")
        .about(nil, presented: token)
    }
    let fault =
      dead(grant, client, registry.transfer)
      ?? (registry.hasExpired(record) ? Outcome.failure(.invalidGrant, "expired") : nil)
    let outcome = fault ?? success(grant, team, refreshToken: nil, &registry, situation)
    return outcome.about(grant.subject, presented: token)
  }

  private func dead(
    _ grant: Grant, _ client: String, _ transfer: TeamTransfer?
  ) -> Outcome? {
    guard grant.client.utf8.elementsEqual(client.utf8) else {
      return .failure(.invalidGrant, "the refresh token was issued to another client_id")
    }
    if let transfer, transfer.endsTokens, grant.issued <= transfer.accepted ?? 0 {
      return .failure(.invalidGrant, "given out before the app went to another team")
    }
    switch grant.revokedAs {
    case nil: return nil
    case .invalidRequest: return .failure(.invalidRequest, "revoked")
    case .deleted: return .failure(.invalidGrant, "the account was deleted")
    default: return .failure(.invalidGrant, "revoked")
    }
  }

  fileprivate func redeem(
    _ fields: FormFields, _ client: String, _ team: String, _ registry: inout Registry,
    _ situation: Situation
  ) -> Outcome {
    guard let code = fields["code"] else { return .failure(.invalidRequest, "code is missing") }
    let pending = registry.code(code)
    if let fault = CodeRules.fault(pending, client, fields, situation.now) {
      return Outcome.failure(.invalidGrant, fault).about(pending?.subject, presented: code)
    }
    guard let (token, grant) = registry.redeem(code, now: situation.now) else {
      return .failure(.invalidGrant, "nobody has this code")
    }
    return success(grant, team, refreshToken: token, &registry, situation)
      .about(grant.subject, presented: code, granted: token)
  }

  /// The success body; the refresh token is part of it for the code grant only.
  private func success(
    _ grant: Grant, _ team: String, refreshToken: String?, _ registry: inout Registry,
    _ situation: Situation
  ) -> Outcome {
    let access = registry.makeAccess(grant.number, now: situation.now)
    return guarded { () throws(CryptoError) in
      var members = JSONObject([
        ("access_token", .string(access)), ("token_type", "Bearer"),
        ("expires_in", .integer(TokenIssuer.accessLife)),
      ])
      members["refresh_token"] = refreshToken.map { .string($0) }
      if team == receiving.team { _ = registry.transfer?.give(grant.subject) }
      let names = registry.transfer.flatMap { team == receiving.team ? $0 : nil }
      let claims = claims(grant, names, access: access, code: nil, situation)
      members["id_token"] = .string(try situation.keys.token(claims))
      return .success(.object(members))
    }
  }

  /// An access token for the exchange of users' names.
  fileprivate func migration(
    _ fields: FormFields, _ team: String, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    guard fields["scope"] == "user.migration" else {
      return .failure(.invalidScope, "the only scope of this grant is user.migration")
    }
    let token = "m." + Base64URL.encode(randomBytes(32))
    registry.migrationTokens[token] = MigrationToken(
      team: team, expires: situation.now + TokenIssuer.accessLife)
    return .success([
      "access_token": .string(token), "token_type": "Bearer",
      "expires_in": .integer(TokenIssuer.accessLife),
    ])
  }
}
