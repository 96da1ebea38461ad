internal import HTTPServer
internal import JSON

extension Endpoint<GitHubService> {
  /// Whether a token of the app is good.
  static var gitHubCheck: Self {
    Endpoint("POST", GitHubNames.check) { service, request, registry, situation in
      service.check(request, registry, situation)
    }
  }

  /// Ends one token.
  static var gitHubDeleteToken: Self {
    Endpoint("DELETE", GitHubNames.check) { service, request, registry, situation in
      service.end(request, &registry, situation) { grant, registry in
        registry.end(grant.number, as: .unauthorized)
      }
    }
  }

  /// Ends an authorization with all its tokens.
  static var gitHubDeleteGrant: Self {
    Endpoint("DELETE", GitHubNames.grant) { service, request, registry, situation in
      service.end(request, &registry, situation) { grant, registry in
        for other in registry.grants(of: grant.subject) ?? [] where other.client == grant.client {
          registry.end(other.number, as: .unauthorized)
        }
      }
    }
  }
}

extension GitHubService {
  fileprivate func check(
    _ request: ServerRequest, _ registry: Registry, _ situation: Situation
  ) -> Outcome {
    app(request) { client in
      guard let token = Self.token(request) else {
        return Self.message(422, "Validation Failed", "access_token is missing")
      }
      guard let grant = grant(token, client, registry, situation) else {
        let subject = registry.presented(token)?.grant.subject
        return Self.message(404, "Not Found", "no such live token of this app")
          .about(subject, presented: token)
      }
      return Outcome.success(Self.description(grant, token))
        .about(grant.subject, presented: token)
    }
  }

  private static func description(_ grant: Grant, _ token: String) -> JSONValue {
    [
      "id": .integer(Int64(grant.number)), "token": .string(token),
      "app": ["client_id": .string(grant.client), "name": "sandbox"],
      "scopes": .array(grant.options.scopes.map { .string($0) }),
      "created_at": .string(TimeText.iso8601(grant.issued)), "user": user(grant.subject),
    ]
  }

  fileprivate func end(
    _ request: ServerRequest, _ registry: inout Registry, _ situation: Situation,
    _ act: (Grant, inout Registry) -> Void
  ) -> Outcome {
    let known = registry
    return app(request) { client in
      guard let token = Self.token(request) else {
        return Self.message(422, "Validation Failed", "access_token is missing")
      }
      guard let grant = grant(token, client, known, situation) else {
        return Self.message(404, "Not Found", "no such live token of this app")
      }
      act(grant, &registry)
      return Outcome(response: ServerResponse(status: 204)).about(grant.subject, presented: token)
    }
  }
}
