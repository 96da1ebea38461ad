internal import Crypto
internal import JSON

extension AppleService {
  static let events = [
    "consent-revoked", "account-delete", "account-deleted", "email-disabled", "email-enabled",
  ]
  static let shapes = ["object", "array", "seconds", "no-exp", "boolean"]

  /// A notification: usually `events` is a text, and times are in milliseconds.
  func push(_ order: PushOrder) throws(CryptoError) -> SandboxPush {
    var claims = order.claims(issuer: AppleNames.issuer)
    if !order.has("no-exp") { claims["exp"] = .integer(order.issued + 86_400) }
    let event = JSONValue.object(event(order))
    let events: JSONValue = order.has("array") ? [event] : event
    claims["events"] = order.has("object") ? events : .string(events.encoded())
    let token = try order.sign(claims, type: nil)
    let body = JSONObject([("payload", .string(token))]).text
    return SandboxPush("application/json", body.utf8)
  }

  private func event(_ order: PushOrder) -> JSONObject {
    let time = order.has("seconds") ? order.happened : order.happened * 1_000
    var event = JSONObject([
      ("type", .string(order.event)), ("sub", .string(order.subject)),
      ("event_time", .integer(time)),
    ])
    if order.event.hasPrefix("email-") {
      let address = LogEntry.mark(of: order.subject).prefix(10) + "@privaterelay.appleid.com"
      event["email"] = .string(String(address))
      event["is_private_email"] = order.has("boolean") ? true : "true"
    }
    event.merge(order.options.members)
    return event
  }
}
