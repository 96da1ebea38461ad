internal import Crypto
internal import HTTPServer

extension AppleService {
  /// The token endpoint once the client is known.
  func token(
    _ fields: FormFields, _ client: String, _ registry: inout Registry, _ now: Int64
  ) -> Outcome {
    switch fields["grant_type"] {
    case "refresh_token": refresh(fields, client, registry, now)
    case "authorization_code": redeem(fields, client, &registry, now)
    case nil: .failure(.invalidRequest, "grant_type is missing")
    default: .failure(.unsupportedGrantType, "grant_type is neither of the two that exist")
    }
  }

  /// The revocation endpoint: 200 and no body whether or not there was anything to revoke.
  func revoke(_ fields: FormFields, _ client: String, _ registry: inout Registry) -> Outcome {
    guard let token = fields["token"] else {
      return .failure(.invalidRequest, "token is missing")
    }
    var outcome = Outcome.page(200, "", "ok")
    outcome.response.headers = []
    outcome.response.body = []
    if let grant = registry.grant(token), grant.client.utf8.elementsEqual(client.utf8) {
      _ = registry.mark(grant.subject, .invalidGrant)
      outcome.subject = grant.subject
    }
    return outcome
  }

  private func refresh(
    _ fields: FormFields, _ client: String, _ registry: Registry, _ now: Int64
  ) -> Outcome {
    guard let token = fields["refresh_token"] else {
      return .failure(.invalidRequest, "refresh_token is missing")
    }
    guard let grant = registry.grant(token) else {
      return .failure(.invalidGrant, "nobody has this refresh token")
    }
    var outcome = answer(grant, client, registry, now)
    outcome.subject = grant.subject
    return outcome
  }

  private func answer(
    _ grant: Registry.Grant, _ client: String, _ registry: Registry, _ now: Int64
  ) -> Outcome {
    guard grant.client.utf8.elementsEqual(client.utf8) else {
      return .failure(.invalidGrant, "the refresh token was issued to another client_id")
    }
    switch grant.revokedAs {
    case nil where registry.hasExpired(grant):
      return .failure(.invalidGrant, "expired")
    case .invalidGrant: return .failure(.invalidGrant, "revoked")
    case .invalidRequest: return .failure(.invalidRequest, "revoked")
    case nil:
      return guarded { () throws(CryptoError) in
        .success(
          try issuer.body(subject: grant.subject, client: client, refreshToken: nil, now: now))
      }
    }
  }

  private func redeem(
    _ fields: FormFields, _ client: String, _ registry: inout Registry, _ now: Int64
  ) -> Outcome {
    guard let code = fields["code"] else { return .failure(.invalidRequest, "code is missing") }
    guard let (token, grant) = registry.redeem(code, client, now: now) else {
      var outcome = Outcome.failure(
        .invalidGrant, "the code is unknown, used, expired or another client's")
      outcome.subject = registry.subject(ofCode: code)
      return outcome
    }
    var outcome = guarded { () throws(CryptoError) in
      .success(
        try issuer.body(subject: grant.subject, client: client, refreshToken: token, now: now))
    }
    outcome.subject = grant.subject
    return outcome
  }
}
