internal import JSON

extension GoogleService {
  func identityClaims(
    _ grant: Grant, code: String?, _ transfer: TeamTransfer?, _ situation: Situation
  ) -> JSONObject? {
    issuer.claims(grant, code: code, situation)
  }
}
