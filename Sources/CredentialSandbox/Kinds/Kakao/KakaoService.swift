internal import HTTPServer
internal import JSON

/// Kakao Login: `kauth` with its tokens and `kapi` with its users, on one address.
struct KakaoService: ProviderService {
  static let endpoints: [Endpoint<KakaoService>] = [
    .kakaoToken, .kakaoKeys, .kakaoMe, .kakaoMeByPost, .kakaoUsers, .kakaoUsersByPost, .kakaoIDs,
    .kakaoTokenInfo, .kakaoUnlink, .kakaoLogout,
  ]

  let clients: [String]
  let secret: String
  let adminKey: String
  let settings: KakaoSettings
  let issuer = TokenIssuer(issuer: KakaoNames.issuer, identityLife: 21_599)

  func refusal(_ refusal: Refusal, to request: ServerRequest) -> Outcome {
    guard request.path != KakaoNames.token else { return tokenRefusal(refusal) }
    switch refusal {
    case .client(let reason): return KakaoError.badKey.outcome(reason)
    case .grant(let reason): return KakaoError.notLinked.outcome(reason)
    case .request(let reason): return KakaoError.badParameter.outcome(reason)
    case .throttled(let seconds):
      let isList = request.path == KakaoNames.ids
      var outcome = KakaoError.quota.outcome("throttle", status: isList ? 429 : 400)
      outcome.response.headers += Self.retryAfter(seconds)
      return outcome
    }
  }

  private func tokenRefusal(_ refusal: Refusal) -> Outcome {
    switch refusal {
    case .client(let reason): return KakaoTokenError.badSecret.outcome(reason)
    case .grant(let reason): return KakaoTokenError.badRefreshToken.outcome(reason)
    case .request(let reason): return .failure(.invalidRequest, reason)
    case .throttled(let seconds):
      var outcome = KakaoTokenError.tooMany.outcome("throttle")
      outcome.response.headers += Self.retryAfter(seconds)
      return outcome
    }
  }

  private static func retryAfter(_ seconds: Int?) -> [HeaderField] {
    seconds.map { [HeaderField("Retry-After", String($0))] } ?? []
  }
}
