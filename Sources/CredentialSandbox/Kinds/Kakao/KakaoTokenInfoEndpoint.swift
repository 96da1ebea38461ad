internal import JSON

extension Endpoint<KakaoService> {
  /// What an access token is.
  static var kakaoTokenInfo: Self {
    Endpoint("GET", KakaoNames.tokenInfo) { service, request, registry, situation in
      service.call(request, registry, situation) { _, caller in
        guard case .user(let grant, let access) = caller else {
          return KakaoError.badKey.outcome("this call needs a user's access token")
        }
        return Outcome.success([
          "id": .integer(Int64(grant.subject) ?? 0),
          "expires_in": .integer(access.expires - situation.now),
          "app_id": .integer(service.settings.appID),
        ]).about(grant.subject)
      }
    }
  }
}
