internal import JSON

extension OIDCService {
  func identityClaims(
    _ grant: Grant, code: String?, _ transfer: TeamTransfer?, _ situation: Situation
  ) -> JSONObject? {
    isOpenID
      ? TokenIssuer(issuer: issuer(situation), identityLife: Self.identityLife)
        .claims(grant, code: code, situation) : nil
  }
}
