internal import Crypto
internal import HTTPServer
internal import JSON

extension Endpoint<GoogleService> {
  /// The token endpoint.
  static var googleToken: Self {
    Endpoint("POST", GoogleNames.token) { service, request, registry, situation in
      service.form(request) { fields, client in
        switch fields["grant_type"] {
        case "refresh_token": service.refresh(fields, client, &registry, situation)
        case "authorization_code": service.redeem(fields, client, &registry, situation)
        case nil:
          .failure(.invalidRequest, "grant_type is missing", text: "Missing parameter: grant_type")
        default:
          .failure(
            .unsupportedGrantType, "grant_type is neither of the two", text: "Invalid grant_type")
        }
      }
    }
  }
}

extension GoogleService {
  fileprivate func form(
    _ request: ServerRequest, _ next: (FormFields, String) -> Outcome
  ) -> Outcome {
    FormFields.of(request) { fields in
      let header = ClientProofs.basic(request)
      guard let client = header?.client ?? fields["client_id"] else {
        return .failure(
          .invalidRequest, "client_id is missing",
          text: "Could not determine client ID from request.")
      }
      var outcome =
        refused(client, header?.secret ?? fields["client_secret"]) ?? next(fields, client)
      outcome.client = client
      return outcome
    }
  }

  private func refused(_ client: String, _ secret: String?) -> Outcome? {
    let (error, status) = (OAuthError.invalidClient, 401)
    guard clients.contains(where: { $0.utf8.elementsEqual(client.utf8) }) else {
      return .failure(
        error, "client_id is not registered", status: status,
        text: "The OAuth client was not found.")
    }
    guard secret == self.secret else {
      let text = secret == nil ? "client_secret is missing." : "Unauthorized"
      return .failure(error, "client_secret is missing or wrong", status: status, text: text)
    }
    return nil
  }

  fileprivate func refresh(
    _ fields: FormFields, _ client: String, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    guard let token = fields["refresh_token"] else {
      return .failure(
        .invalidRequest, "refresh_token is missing",
        text: "Missing required parameter: refresh_token")
    }
    guard let (record, grant) = registry.presented(token) else {
      return Outcome.failure(
        .invalidGrant, "nobody has this refresh token", text: "Bad Request"
      ).about(nil, presented: token)
    }
    let outcome =
      foreign(grant, client) ?? Self.fault(grant) ?? tooOld(record, registry, situation)
      ?? success(grant, refreshToken: nil, &registry, situation)
    return outcome.about(grant.subject, presented: token)
  }

  private func foreign(_ grant: Grant, _ client: String) -> Outcome? {
    guard !grant.client.utf8.elementsEqual(client.utf8) else { return nil }
    return .failure(
      "unauthorized_client", "the refresh token was issued to another client_id", status: 401,
      text: "Unauthorized")
  }

  private func tooOld(
    _ record: RefreshToken, _ registry: Registry, _ situation: Situation
  ) -> Outcome? {
    let isOver = settings.isTesting && record.issued + Self.testingLife <= situation.now
    guard isOver || registry.hasExpired(record) else { return nil }
    return .failure(.invalidGrant, "expired", text: "Token has been expired or revoked.")
  }

  fileprivate func redeem(
    _ fields: FormFields, _ client: String, _ registry: inout Registry, _ situation: Situation
  ) -> Outcome {
    guard let code = fields["code"] else {
      return .failure(.invalidRequest, "code is missing", text: "Missing required parameter: code")
    }
    let pending = registry.code(code)
    if let fault = CodeRules.fault(pending, client, fields, situation.now) {
      return Outcome.failure(.invalidGrant, fault, text: "Malformed auth code.")
        .about(pending?.subject, presented: code)
    }
    guard let (token, grant) = registry.redeem(code, now: situation.now) else {
      return .failure(.invalidGrant, "nobody has this code", text: "Malformed auth code.")
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
        ("access_token", .string(access)), ("expires_in", 3_599),
        ("scope", .string(grant.options.scopes.joined(separator: " "))),
        ("token_type", "Bearer"),
      ])
      members["refresh_token"] = refreshToken.map { .string($0) }
      if settings.isTesting { members["refresh_token_expires_in"] = .integer(Self.testingLife - 1) }
      if grant.options.scopes.contains("openid") {
        var claims = issuer.claims(grant, access: access, situation)
        claims["azp"] = .string(grant.client)
        members["id_token"] = .string(try situation.keys.token(claims, type: "JWT"))
      }
      return .success(.object(members))
    }
  }
}
