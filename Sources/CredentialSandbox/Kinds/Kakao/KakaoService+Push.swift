internal import Crypto
internal import JSON

extension KakaoService {
  static let events = ["unlink"] + EventTable.all
  static let shapes = ["get", "kakao-uri", "no-typ"]
  private static let otherBase = "https://schemas.kakao.com/events/"

  /// The unlink webhook, whose proof is the admin key, or a security event.
  func push(_ order: PushOrder) throws(CryptoError) -> SandboxPush {
    order.event == "unlink" ? unlink(order) : try event(order)
  }

  private func unlink(_ order: PushOrder) -> SandboxPush {
    let forgery = order.options.forgery
    let app = forgery == .audience ? settings.appID + 1 : settings.appID
    let key = forgery == .key || forgery == .signature ? String(adminKey.reversed()) : adminKey
    let headers = forgery == .unsigned ? [] : [("Authorization", "KakaoAK \(key)")]
    let form =
      "app_id=\(app)" + (forgery == .noSubject ? "" : "&user_id=\(order.subject)")
      + "&referrer_type=\(order.options.reason ?? "UNLINK_FROM_APPS")"
    guard !order.has("get") else { return SandboxPush(query: form, headers: headers) }
    return SandboxPush(
      "application/x-www-form-urlencoded;charset=utf-8", form.utf8, headers: headers)
  }

  private func event(_ order: PushOrder) throws(CryptoError) -> SandboxPush {
    var claims = order.claims(issuer: KakaoNames.issuer)
    claims["sub"] = .string(order.subject)
    claims["toe"] = .integer(order.happened)
    claims["txm"] = .string(order.id)
    var members = JSONObject([
      (
        "subject",
        [
          "subject_type": "iss-sub", "iss": .string(KakaoNames.issuer),
          "sub": .string(order.subject),
        ]
      )
    ])
    members["reason"] = order.options.reason.map { .string($0) }
    members.merge(order.options.members)
    claims["events"] = .object(JSONObject([(address(order), .object(members))]))
    let token = try order.sign(claims, type: order.has("no-typ") ? nil : "secevent+jwt")
    return SandboxPush("application/secevent+jwt", token.utf8)
  }

  /// Usually below the foundation's address; some report Kakao's own.
  private func address(_ order: PushOrder) -> String {
    let usual = EventTable.address(order.event) ?? order.event
    guard order.has("kakao-uri"), usual.hasPrefix(EventTable.base) else { return usual }
    let parts = usual.dropFirst(EventTable.base.count).split(separator: "/")
    return Self.otherBase + (parts.first ?? "") + "/" + (parts.last ?? "")
  }
}
