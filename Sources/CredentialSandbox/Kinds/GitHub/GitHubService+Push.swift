internal import Crypto
internal import JSON

extension GitHubService {
  static let events = ["github_app_authorization", "ping"]
  static let shapes: [String] = []

  /// A webhook, signed by HMAC-SHA256 with the webhook's secret.
  func push(_ order: PushOrder) -> SandboxPush {
    var members = JSONObject()
    if order.event == "ping" {
      members["zen"] = "Keep it logically awesome."
    } else {
      members["action"] = .string(order.options.reason ?? "revoked")
    }
    members["sender"] =
      order.options.forgery == .noSubject ? nil : GitHubService.user(order.subject)
    members.merge(order.options.members)
    let body = Array(members.text.utf8)
    return SandboxPush("application/json", body, headers: headers(order, body))
  }

  private func headers(_ order: PushOrder, _ body: [UInt8]) -> [(String, String)] {
    let forgery = order.options.forgery
    let key = forgery == .key ? String(pushSecret.reversed()) : pushSecret
    var code = SHA256.code(body, key: SecretBytes(utf8: key))
    if forgery == .signature { code[0] ^= 1 }
    var headers = [
      ("X-GitHub-Event", order.event), ("X-GitHub-Delivery", order.id),
      ("User-Agent", "GitHub-Hookshot/sandbox"),
    ]
    if forgery != .unsigned {
      headers.append(("X-Hub-Signature-256", "sha256=\(HexText.of(code))"))
    }
    return headers
  }
}
