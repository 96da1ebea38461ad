internal import JSON

extension Endpoint<GitHubService> {
  /// The token endpoint: refresh tokens are good once, and errors have status 200.
  static var gitHubToken: Self {
    Endpoint("POST", GitHubNames.token) { service, request, registry, situation in
      FormFields.of(request) { fields in
        var outcome = service.answer(fields, &registry, situation)
        outcome.client = fields["client_id"]
        return outcome
      }
    }
  }
}

extension GitHubService {
  fileprivate func answer(
    _ fields: FormFields, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    let client = fields["client_id"] ?? ""
    guard clients.contains(where: { $0.utf8.elementsEqual(client.utf8) }),
      fields["client_secret"] == secret
    else { return Self.tokenError("incorrect_client_credentials", "client id or secret is wrong") }
    switch fields["grant_type"] {
    case "refresh_token": return refresh(fields, client, &registry, situation)
    case nil, "authorization_code": return redeem(fields, client, &registry, situation)
    default: return Self.tokenError("unsupported_grant_type", "no such grant_type")
    }
  }

  private func refresh(
    _ fields: FormFields, _ client: String, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    let token = fields["refresh_token"] ?? ""
    guard let (record, grant) = registry.presented(token) else {
      return Self.tokenError("bad_refresh_token", "nobody has this refresh token")
        .about(nil, presented: token)
    }
    let isGood =
      record.replaced == nil && grant.revokedAs == nil && grant.client == client
      && !registry.hasExpired(record)
    guard isGood else {
      return Self.tokenError("bad_refresh_token", "used, revoked, expired or another client's")
        .about(grant.subject, presented: token)
    }
    let new = registry.replace(token, now: situation.now)
    return success(grant, new, &registry, situation)
      .about(grant.subject, presented: token, granted: new)
  }

  private func redeem(
    _ fields: FormFields, _ client: String, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    let code = fields["code"] ?? ""
    let pending = registry.code(code)
    let fault = CodeRules.fault(pending, client, fields, situation.now)
    guard fault == nil, let (token, grant) = registry.redeem(code, now: situation.now) else {
      return Self.tokenError("bad_verification_code", fault ?? "nobody has this code")
        .about(pending?.subject, presented: code)
    }
    return success(grant, token, &registry, situation)
      .about(grant.subject, presented: code, granted: token)
  }

  private func success(
    _ grant: Grant, _ refreshToken: String, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    let access = registry.makeAccess(grant.number, now: situation.now, life: 28_800)
    return .success([
      "access_token": .string(access), "expires_in": 28_800,
      "refresh_token": .string(refreshToken), "refresh_token_expires_in": 15_897_600,
      "scope": "", "token_type": "bearer",
    ])
  }
}
