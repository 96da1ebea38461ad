internal import HTTPServer
internal import JSON

extension Endpoint<KakaoService> {
  /// Many users at once.
  static var kakaoUsers: Self {
    Endpoint("GET", KakaoNames.users) { service, request, registry, situation in
      service.users(request, registry, situation)
    }
  }

  /// The same by POST.
  static var kakaoUsersByPost: Self {
    Endpoint("POST", KakaoNames.users) { service, request, registry, situation in
      service.users(request, registry, situation)
    }
  }
}

extension KakaoService {
  /// The most ids of one call, and with `property_keys`.
  private static let mostIDs = (plain: 100, withProperties: 20)

  fileprivate func users(
    _ request: ServerRequest, _ registry: Registry, _ situation: Situation
  ) -> Outcome {
    adminCall(request, registry, situation) { fields in
      let most =
        fields["property_keys"] == nil ? Self.mostIDs.plain : Self.mostIDs.withProperties
      guard fields["target_id_type"] == "user_id", let ids = Self.ids(fields["target_ids"]) else {
        return KakaoError.badParameter.outcome("target_id_type or target_ids is no good")
      }
      guard (1...most).contains(ids.count) else {
        return KakaoError.badParameter.outcome("\(ids.count) ids; 1 to \(most) are allowed")
      }
      return batch(ids, registry)
    }
  }

  private func batch(_ ids: [String], _ registry: Registry) -> Outcome {
    let linked = ids.filter { Self.fault($0, registry) == nil }
    if settings.batchFailsWhole, linked.count < ids.count {
      return KakaoError.notLinked.outcome("one of the ids is not linked")
    }
    let elements = JSONValue.array(linked.map { Self.description($0, registry) })
    return .success(settings.batchHasElements ? ["elements": elements] : elements)
  }

  private static func ids(_ text: String?) -> [String]? {
    let bytes = Array((text ?? "").utf8)
    guard let values = (try? JSONValue.parse(bytes, maximumBytes: 16_384))?.array else {
      return nil
    }
    let ids = values.compactMap { id($0.integer.map(String.init) ?? $0.string) }
    return ids.count == values.count ? ids : nil
  }
}
