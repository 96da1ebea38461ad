internal import JSON

extension KakaoService {
  func identityClaims(
    _ grant: Grant, code: String?, _ transfer: TeamTransfer?, _ situation: Situation
  ) -> JSONObject? {
    issuer.claims(grant, code: code, situation)
  }
}
