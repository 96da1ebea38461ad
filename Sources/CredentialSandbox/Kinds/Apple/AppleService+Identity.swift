internal import JSON

extension AppleService {
  func identityClaims(
    _ grant: Grant, code: String?, _ transfer: TeamTransfer?, _ situation: Situation
  ) -> JSONObject? {
    let names = transfer.flatMap { $0.isAccepted ? $0 : nil }
    return claims(grant, names, access: nil, code: code, situation)
  }

  /// The claims of an identity token; `transfer` is given when it is for the receiving team.
  func claims(
    _ grant: Grant, _ transfer: TeamTransfer?, access: String?, code: String?,
    _ situation: Situation
  ) -> JSONObject {
    var claims = issuer.claims(grant, access: access, code: code, situation)
    if grant.options.nonce != nil { claims["nonce_supported"] = true }
    if let transfer {
      claims["sub"] = .string(transfer.newName(of: grant.subject))
      if !transfer.isOver(situation.now) {
        claims["transfer_sub"] = .string(transfer.bridge(of: grant.subject))
      }
    }
    claims.merge(grant.options.claims)
    return claims
  }
}
