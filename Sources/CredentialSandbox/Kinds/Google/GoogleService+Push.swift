internal import Crypto
internal import JSON

extension GoogleService {
  static let events = [
    "sessions-revoked", "tokens-revoked", "token-revoked", "account-disabled", "account-enabled",
    "account-credential-change-required", "account-purged", "verification",
  ]
  static let shapes = ["id-token-claims", "format", "no-slash", "exp"]

  /// A security event of Cross-Account Protection.
  func push(_ order: PushOrder) throws(CryptoError) -> SandboxPush {
    let issuer = order.has("no-slash") ? GoogleNames.issuer : GoogleNames.eventIssuer
    var claims = order.claims(issuer: issuer)
    if order.has("exp") { claims["exp"] = .integer(order.issued - 60) }
    var members = JSONObject()
    if order.event == "verification" {
      members["state"] = .string(order.options.reason ?? "")
    } else {
      members["subject"] = .object(Self.subject(order, issuer))
      members["reason"] = order.options.reason.map { .string($0) }
    }
    members.merge(order.options.members)
    let address =
      order.event == "verification"
      ? "\(EventTable.base)risc/event-type/verification"
      : EventTable.address(order.event) ?? order.event
    claims["events"] = .object(JSONObject([(address, .object(members))]))
    return SandboxPush("application/secevent+jwt", try order.sign(claims, type: nil).utf8)
  }

  private static func subject(_ order: PushOrder, _ issuer: String) -> JSONObject {
    let type = order.has("id-token-claims") ? "id_token_claims" : "iss-sub"
    var subject = JSONObject()
    if order.has("format") {
      subject["format"] = "iss_sub"
    } else {
      subject["subject_type"] = .string(type)
    }
    subject["iss"] = .string(issuer)
    if order.options.forgery != .noSubject { subject["sub"] = .string(order.subject) }
    if order.has("id-token-claims") {
      subject["email"] = .string("\(LogEntry.mark(of: order.subject))@example.org")
    }
    return subject
  }
}
