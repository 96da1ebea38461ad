internal import Crypto
internal import JSON

extension OIDCService {
  static let events = ["logout"] + EventTable.all
  static let shapes = [
    "opaque", "subject", "sub", "exp", "toe", "no-typ", "sid", "no-sub", "array",
  ]
  private static let logout = "http://schemas.openid.net/event/backchannel-logout"

  /// A logout token, or a security event of a shared-signals stream.
  func push(_ order: PushOrder) throws(CryptoError) -> SandboxPush {
    order.event == "logout" ? try logout(order) : try event(order)
  }

  private func logout(_ order: PushOrder) throws(CryptoError) -> SandboxPush {
    var claims = order.claims(issuer: settings.issuer ?? order.base)
    claims["exp"] = .integer(order.issued + 120)
    if !order.has("no-sub") { claims["sub"] = .string(order.subject) }
    if order.has("sid") { claims["sid"] = .string(LogEntry.mark(of: order.subject)) }
    claims["events"] = .object(JSONObject([(Self.logout, .object(JSONObject()))]))
    claims.merge(order.options.members)
    let token = try order.sign(claims, type: order.has("no-typ") ? nil : "logout+jwt")
    return SandboxPush("application/x-www-form-urlencoded", "logout_token=\(token)".utf8)
  }

  private func event(_ order: PushOrder) throws(CryptoError) -> SandboxPush {
    let issuer = settings.issuer ?? order.base
    var claims = order.claims(issuer: issuer)
    if order.has("array") { claims["aud"] = [.string(order.client), "another.client"] }
    if order.has("toe") { claims["toe"] = .integer(order.happened) }
    if order.has("sub") { claims["sub"] = .string(order.subject) }
    if order.has("exp") { claims["exp"] = .integer(order.issued + 86_400) }
    var members = JSONObject()
    let isAboutStream = ["verification", "stream-updated"].contains(order.event)
    if order.has("subject") {
      members["subject"] = Self.subject(order, issuer)
    } else if isAboutStream {
      claims["sub_id"] = ["format": "opaque", "id": "stream-1"]
    } else {
      claims["sub_id"] = Self.subject(order, issuer)
    }
    if order.event == "verification" { members["state"] = .string(order.options.reason ?? "") }
    if !isAboutStream, !order.has("toe") { members["event_timestamp"] = .integer(order.happened) }
    if !isAboutStream { members["reason"] = order.options.reason.map { .string($0) } }
    members.merge(order.options.members)
    let address = EventTable.address(order.event) ?? order.event
    claims["events"] = .object(JSONObject([(address, .object(members))]))
    let token = try order.sign(claims, type: order.has("no-typ") ? nil : "secevent+jwt")
    return SandboxPush("application/secevent+jwt", token.utf8)
  }

  private static func subject(_ order: PushOrder, _ issuer: String) -> JSONValue {
    order.has("opaque")
      ? ["format": "opaque", "id": .string(order.subject)]
      : ["format": "iss_sub", "iss": .string(issuer), "sub": .string(order.subject)]
  }
}
