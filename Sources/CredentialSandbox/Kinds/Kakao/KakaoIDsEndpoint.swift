internal import JSON

extension Endpoint<KakaoService> {
  /// All linked users, a page at a time, so many calls a minute.
  static var kakaoIDs: Self {
    Endpoint("GET", KakaoNames.ids) { service, request, registry, situation in
      if let refused = service.overLimit(&registry, situation.now) { return refused }
      return service.adminCall(request, registry, situation) { fields in
        service.page(fields, registry, situation)
      }
    }
  }
}

extension KakaoService {
  /// The most ids of a page, and how many there are unless the caller says.
  private static let pageSize = 100

  fileprivate func overLimit(_ registry: inout Registry, _ now: Int64) -> Outcome? {
    registry.limitedCalls.removeAll { $0 <= now - 60 }
    guard registry.limitedCalls.count < settings.listCallsPerMinute else {
      var outcome = KakaoError.quota.outcome("too many calls in this minute", status: 429)
      outcome.client = clients[0]
      return outcome
    }
    registry.limitedCalls.append(now)
    return nil
  }

  fileprivate func page(
    _ fields: FormFields, _ registry: Registry, _ situation: Situation
  ) -> Outcome {
    let limit = fields["limit"].map { Int($0) } ?? Self.pageSize
    let first = fields["from_id"].map { Int64($0) } ?? 0
    let order = fields["order"] ?? "asc"
    guard let limit, (1...Self.pageSize).contains(limit), let first, order == "asc" else {
      return KakaoError.badParameter.outcome("limit, from_id or order is no good")
    }
    let found = registry.linked.numbers(from: first, count: limit + 1)
    var members = JSONObject([
      ("elements", .array(found.prefix(limit).map { .integer($0) }))
    ])
    members["total_count"] = .integer(Int64(registry.linked.count))
    if found.count > limit {
      let next = "\(KakaoNames.ids)?limit=\(limit)&order=asc&from_id=\(found[limit])"
      members["after_url"] = .string(situation.base + next)
    }
    return .success(.object(members))
  }
}
