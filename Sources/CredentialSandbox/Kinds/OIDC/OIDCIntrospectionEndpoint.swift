internal import JSON

extension Endpoint<OIDCService> {
  /// The introspection endpoint (RFC 7662): refresh and access tokens of the asking client.
  static var oidcIntrospection: Self {
    Endpoint("POST", OIDCNames.introspection) { service, request, registry, situation in
      service.form(request, &registry, situation) { fields, client, registry in
        guard let token = fields["token"] else {
          return .failure(.invalidRequest, "token is missing")
        }
        return service.introspect(token, client, registry, situation)
      }
    }
  }
}

extension OIDCService {
  fileprivate func introspect(
    _ token: String, _ client: String, _ registry: Registry, _ situation: Situation
  ) -> Outcome {
    if let (record, grant) = registry.presented(token) {
      let isOld = record.replaced != nil || registry.hasExpired(record)
      let outcome =
        isOld
        ? Self.inactive("the refresh token was replaced or has expired")
        : described(grant, client, issued: record.issued, expires: nil, "refresh_token", situation)
      return outcome.about(grant.subject, presented: token)
    }
    guard let (record, grant) = registry.access(token, now: situation.now) else {
      return Self.inactive("nobody has this token").about(nil, presented: token)
    }
    let (issued, expires) = (record.issued, record.expires)
    return described(grant, client, issued: issued, expires: expires, "access_token", situation)
      .about(grant.subject, presented: token)
  }

  private func described(
    _ grant: Grant, _ client: String, issued: Int64, expires: Int64?, _ type: String,
    _ situation: Situation
  ) -> Outcome {
    if let refused = Self.refusal(of: grant, to: client) {
      return Self.inactive(refused.reason ?? "dead")
    }
    var members = JSONObject([
      ("active", true), ("client_id", .string(grant.client)), ("sub", .string(grant.subject)),
      ("iss", .string(issuer(situation))), ("iat", .integer(issued)),
      ("scope", .string(grant.options.scopes.joined(separator: " "))),
      ("token_type", .string(type)),
    ])
    members["exp"] = expires.map { .integer($0) }
    return .success(.object(members))
  }
}
