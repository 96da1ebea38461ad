internal import HTTPServer
internal import JSON

extension Endpoint<KakaoService> {
  /// Ends the link of the bearer, or with the admin key of anybody.
  static var kakaoUnlink: Self {
    Endpoint("POST", KakaoNames.unlink) { service, request, registry, situation in
      service.end(request, &registry, situation, as: .notLinked)
    }
  }

  /// Ends the tokens and leaves the link.
  static var kakaoLogout: Self {
    Endpoint("POST", KakaoNames.logout) { service, request, registry, situation in
      service.end(request, &registry, situation, as: .invalidGrant)
    }
  }
}

extension KakaoService {
  fileprivate func end(
    _ request: ServerRequest, _ registry: inout Registry, _ situation: Situation,
    as answer: RevokedAs
  ) -> Outcome {
    let known = registry
    return call(request, known, situation) { fields, caller in
      guard let id = Self.target(fields, caller) else {
        return KakaoError.badParameter.outcome("target_id_type or target_id is no good")
      }
      if let fault = Self.fault(id, known) { return fault }
      _ = registry.mark(id, answer)
      return Outcome.success(["id": .integer(Int64(id) ?? 0)]).about(id)
    }
  }
}
