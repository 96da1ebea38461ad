internal import HTTPServer
internal import JSON

extension Endpoint<OIDCService> {
  /// UserInfo by the bearer's access token (OpenID Connect Core §5.3).
  static var oidcUserInfo: Self {
    Endpoint("GET", OIDCNames.userInfo) { service, request, registry, situation in
      service.userInfo(request, registry, situation)
    }
  }

  /// The same by POST.
  static var oidcUserInfoByPost: Self {
    Endpoint("POST", OIDCNames.userInfo) { service, request, registry, situation in
      service.userInfo(request, registry, situation)
    }
  }
}

extension OIDCService {
  fileprivate func userInfo(
    _ request: ServerRequest, _ registry: Registry, _ situation: Situation
  ) -> Outcome {
    guard isOpenID else { return .page(404, "Not Found", "no-such-path") }
    guard let token = request.bearer else {
      var outcome = Outcome.page(401, "Unauthorized", "no-token")
      outcome.response.headers.append(HeaderField("WWW-Authenticate", "Bearer realm=\"sandbox\""))
      return outcome
    }
    guard let (_, grant) = registry.access(token, now: situation.now) else {
      return Self.badToken("nobody has this access token, or it has expired")
    }
    guard grant.revokedAs == nil else { return Self.badToken("revoked").about(grant.subject) }
    guard grant.options.scopes.contains("openid") else {
      return Outcome.failure("insufficient_scope", "scope openid was not granted", status: 403)
        .about(grant.subject)
    }
    return Outcome.success(["sub": .string(grant.subject)]).about(grant.subject)
  }
}

extension ServerRequest {
  /// The token of an `Authorization: Bearer` header; nil without one.
  var bearer: String? {
    let value = values(of: "Authorization").first ?? ""
    return value.lowercased().hasPrefix("bearer ") ? String(value.dropFirst(7)) : nil
  }
}
