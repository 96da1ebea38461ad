internal import HTTPServer
internal import Support

/// An answer that no provider should give, and the condition that it leads to.
struct HostileAnswer: Sendable {
  let name: String
  let response: ServerResponse
  /// The condition of its provider; nil for an answer that is kept as evidence and tells nothing.
  let condition: String?

  init(
    _ name: String, _ status: Int, _ body: String, type: String? = "application/json",
    headers: [HeaderField] = [], delivery: ServerResponse.Delivery = .whole,
    leadsTo condition: String? = "provider_unreachable"
  ) {
    self.init(
      name, status, Array(body.utf8), type: type, headers: headers, delivery: delivery,
      leadsTo: condition)
  }

  init(
    _ name: String, _ status: Int, _ body: [UInt8], type: String? = "application/json",
    headers: [HeaderField] = [], delivery: ServerResponse.Delivery = .whole,
    leadsTo condition: String? = "provider_unreachable"
  ) {
    self.name = name
    self.condition = condition
    let typed = type.map { [HeaderField("Content-Type", $0)] } ?? []
    response = ServerResponse(
      status: status, headers: typed + headers, body: body, delivery: delivery)
  }

  /// An OAuth error (RFC 6749 §5.2).
  private static func error(_ code: String, _ status: Int = 400, leadsTo condition: String?) -> Self
  {
    Self(
      "\(status)-\(code)", status, "{\"error\":\"\(code)\"}",
      headers: [HeaderField("Retry-After", "1")], leadsTo: condition)
  }

  private static let grant = #"{"error":"invalid_grant"}"#

  /// A 200 without what makes it one.
  private static let successes = [
    Self("page", 200, "<html>Sign in to the network</html>", type: "text/html"),
    Self("null", 200, "null"), Self("empty", 200, ""), Self("untyped", 200, "ok", type: nil),
    Self("list", 200, "[]"), Self("object", 200, "{}"),
    Self("identity", 200, #"{"access_token":"a","id_token":"a.b"}"#),
  ]

  /// Errors without a body that can be read as one.
  private static let bodiless =
    [400, 401, 403].flatMap { status in
      [
        Self(
          "\(status)-bare", status, "", leadsTo: status == 400 ? nil : "provider_unreachable"),
        Self("\(status)-text", status, "invalid_grant", type: "text/plain"),
        Self("\(status)-other", status, #"{"message":"invalid_grant"}"#),
      ]
    } + [
      Self("page-400", 400, grant, type: "text/html"), Self("twice", 400, grant + grant),
      Self("member-twice", 400, #"{"error":"invalid_grant","error":"x"}"#),
      Self("nested", 400, #"{"error":{"code":"invalid_grant"}}"#),
      Self("not-utf8", 400, Array(#"{"error":"invalid_grant"#.utf8) + [0xff, 0x22, 0x7d]),
      Self("utf16", 400, Array(grant.utf8).flatMap { [$0, 0] }),
    ]

  private static let codes = [
    error("invalid_client", leadsTo: "provider_misconfigured"),
    error("unauthorized_client", leadsTo: "provider_misconfigured"),
    error("invalid_scope", leadsTo: "provider_misconfigured"),
    error("unsupported_grant_type", leadsTo: "provider_misconfigured"),
    error("slow_down", leadsTo: "provider_throttled"),
    error("temporarily_unavailable", leadsTo: "provider_unreachable"),
    error("invalid_request", leadsTo: nil), error("invalid_grant", 401, leadsTo: nil),
    error("invalid_grant", 302, leadsTo: "provider_unreachable"),
    error("invalid_grant", 429, leadsTo: "provider_throttled"),
    error("u1\\n<0>all clear\\u001b[31m", leadsTo: nil),
  ]

  /// Servers in trouble, and bodies of another size than they say.
  private static let servers =
    [500, 502, 503, 504].map { Self("\($0)", $0, grant) } + [
      Self("truncated", 400, grant, delivery: .truncated(count: 12)),
      Self("dropped", 400, grant, delivery: .dropped),
      Self("trickle", 400, grant, delivery: .pieces(size: 1, pause: .milliseconds(200))),
      Self("long", 400, [UInt8](repeating: 0x20, count: 4 << 20) + Array(grant.utf8)),
      Self("no-gzip", 400, grant, headers: [HeaderField("Content-Encoding", "gzip")]),
      Self(
        "headers", 400, grant,
        headers: (0..<100).map { HeaderField("X-\($0)", String(repeating: "a", count: 1000)) }),
    ]

  /// All of them; `bomb` is a gzip stream that unpacks to far more than an answer may have.
  static func all(bomb: [UInt8]) -> [Self] {
    let packed = Self("bomb", 200, bomb, headers: [HeaderField("Content-Encoding", "gzip")])
    return successes + bodiless + codes + servers + [packed]
  }
}
