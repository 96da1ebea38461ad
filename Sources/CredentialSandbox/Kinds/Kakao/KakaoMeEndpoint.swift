internal import HTTPServer

extension Endpoint<KakaoService> {
  /// One user: the bearer, or with the admin key anybody.
  static var kakaoMe: Self {
    Endpoint("GET", KakaoNames.me) { service, request, registry, situation in
      service.me(request, registry, situation)
    }
  }

  /// The same by POST.
  static var kakaoMeByPost: Self {
    Endpoint("POST", KakaoNames.me) { service, request, registry, situation in
      service.me(request, registry, situation)
    }
  }
}

extension KakaoService {
  fileprivate func me(
    _ request: ServerRequest, _ registry: Registry, _ situation: Situation
  ) -> Outcome {
    call(request, registry, situation) { fields, caller in
      switch Self.target(fields, caller) {
      case nil: KakaoError.badParameter.outcome("target_id_type or target_id is no good")
      case let id?: Self.fault(id, registry) ?? Self.told(id, registry)
      }
    }
  }

  /// Whom a call with an optional target is about; nil when the admin's target is malformed.
  static func target(_ fields: FormFields, _ caller: Caller) -> String? {
    switch caller {
    case .user(let grant, _): grant.subject
    case .admin: fields["target_id_type"] == "user_id" ? id(fields["target_id"]) : nil
    }
  }

  private static func told(_ id: String, _ registry: Registry) -> Outcome {
    Outcome.success(description(id, registry)).about(id)
  }
}
