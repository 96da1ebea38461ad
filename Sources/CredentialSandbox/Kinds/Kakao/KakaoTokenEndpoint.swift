internal import Crypto
internal import HTTPServer
internal import JSON

extension Endpoint<KakaoService> {
  /// The token endpoint of `kauth`.
  static var kakaoToken: Self {
    Endpoint("POST", KakaoNames.token) { service, request, registry, situation in
      service.form(request) { fields, client in
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

extension KakaoService {
  /// How long before its end a refresh token is replaced: a month, in seconds.
  private static let month: Int64 = 2_592_000

  fileprivate func form(
    _ request: ServerRequest, _ next: (FormFields, String) -> Outcome
  ) -> Outcome {
    FormFields.of(request) { fields in
      guard let client = fields["client_id"] else {
        return .failure(.invalidRequest, "client_id is missing")
      }
      var outcome = refused(fields, client) ?? next(fields, client)
      outcome.client = client
      return outcome
    }
  }

  private func refused(_ fields: FormFields, _ client: String) -> Outcome? {
    guard clients.contains(where: { $0.utf8.elementsEqual(client.utf8) }) else {
      return KakaoTokenError.unknownKey.outcome("client_id is not a REST API key of the app")
    }
    guard !settings.needsSecret || fields["client_secret"] == secret else {
      return KakaoTokenError.badSecret.outcome("client_secret is missing or wrong")
    }
    return nil
  }

  fileprivate func refresh(
    _ fields: FormFields, _ client: String, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    guard let token = fields["refresh_token"] else {
      return .failure(.invalidRequest, "refresh_token is missing")
    }
    guard let (record, grant) = registry.presented(token) else {
      return KakaoTokenError.badRefreshToken.outcome("nobody has this refresh token")
        .about(nil, presented: token)
    }
    let left = record.issued + settings.refreshLife - situation.now
    if let fault = fault(record, grant, client, left, registry) {
      return KakaoTokenError.badRefreshToken.outcome(fault).about(
        grant.subject, presented: token)
    }
    let new = left < Self.month ? registry.replace(token, now: situation.now) : nil
    return success(grant, refreshToken: new, &registry, situation)
      .about(grant.subject, presented: token, granted: new)
  }

  private func fault(
    _ record: RefreshToken, _ grant: Grant, _ client: String, _ left: Int64,
    _ registry: Registry
  ) -> String? {
    guard grant.client.utf8.elementsEqual(client.utf8) else {
      return "the refresh token was issued to another client_id"
    }
    if record.replaced != nil { return "the refresh token was replaced" }
    if left <= 0 || registry.hasExpired(record) { return "expired" }
    return grant.revokedAs.map { "dead: \($0.rawValue)" }
  }

  fileprivate func redeem(
    _ fields: FormFields, _ client: String, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    guard let code = fields["code"] else { return .failure(.invalidRequest, "code is missing") }
    let pending = registry.code(code)
    if let fault = CodeRules.fault(pending, client, fields, situation.now) {
      return KakaoTokenError.badCode.outcome(fault).about(pending?.subject, presented: code)
    }
    guard let (token, grant) = registry.redeem(code, now: situation.now) else {
      return KakaoTokenError.badCode.outcome("nobody has this code")
    }
    return success(grant, refreshToken: token, &registry, situation)
      .about(grant.subject, presented: code, granted: token)
  }

  private func success(
    _ grant: Grant, refreshToken: String?, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    let access = registry.makeAccess(grant.number, now: situation.now)
    return guarded { () throws(CryptoError) in
      var members = JSONObject([
        ("token_type", "bearer"), ("access_token", .string(access)),
        ("expires_in", .integer(TokenIssuer.accessLife)),
      ])
      if let refreshToken {
        members["refresh_token"] = .string(refreshToken)
        members["refresh_token_expires_in"] = .integer(settings.refreshLife)
      }
      if grant.options.scopes.contains("openid") {
        let identity = try issuer.identityToken(grant, access: access, situation)
        members["id_token"] = .string(identity)
      }
      return .success(.object(members))
    }
  }
}
