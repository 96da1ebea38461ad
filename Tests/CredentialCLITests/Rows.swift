import Systemd

/// Rows as the API's XML describes them.
enum Rows {
  /// The answer to a push that was taken.
  static let push: [BusField] = [
    BusField("outcome", .string("accepted")), BusField("status", .int64(200)),
    BusField("content_type", .string("")), BusField("body", .string("")),
    BusField(
      "news",
      .array(
        of: "a{sv}",
        [
          .fields([
            BusField("news", .string("consent_withdrawn")),
            BusField("rule", .string("push_turned")),
          ])
        ])),
  ]
  /// 2026-11-30T04:05:06.789Z.
  static let instant: Int64 = 1_796_011_506_789

  static func credential(
    _ provider: String, _ subject: String, state: String = "authorized", account: String? = nil
  ) -> [BusField] {
    var row = [BusField("provider", .string(provider)), BusField("subject", .string(subject))]
    if let account { row.append(BusField("account", .string(account))) }
    row += [
      BusField("labels", .fields([BusField("since", .string("spring"))])),
      BusField("state", .string(state)), BusField("reason", .string("confirmed")),
      BusField("since", .int64(instant)), BusField("last_confirmed", .int64(instant + 1000)),
      BusField("grants", .array(of: "v", [.variant(.fields(grant))])),
    ]
    return row
  }

  private static let grant = [
    BusField("client", .string("com.example.app")), BusField("status", .string("live")),
    BusField("epoch", .int64(7)), BusField("confirmed", .int64(instant)),
  ]

  static func event(_ sequence: Int64) -> [BusField] {
    [
      BusField("event_id", .string("e-\(sequence)")),
      BusField("generation", .string("0123456789abcdef")),
      BusField("sequence", .int64(sequence)), BusField("kind", .string("state_changed")),
      BusField("provider", .string("apple")), BusField("subject", .string("001.a")),
      BusField("labels", .fields([])), BusField("old_state", .string("authorized")),
      BusField("state", .string("revoked")), BusField("reason", .string("token_dead")),
      BusField("action", .string("log_out")), BusField("at", .int64(instant)),
    ]
  }

  static let profile: [BusField] = [
    BusField("provider", .string("apple")), BusField("kind", .string("apple")),
    BusField(
      "rows",
      .array(
        of: "v",
        [
          .variant(
            .fields([
              BusField("status", .string("403")), BusField("body", .string("error")),
              BusField("error", .string("quota")), BusField("class", .string("throttled")),
              BusField("strength", .string("none")), BusField("why", .string("Ours.")),
              BusField("configured", .bool(true)), BusField("place", .string("a.toml:3:1")),
            ])),
          .variant(
            .fields([
              BusField("status", .string("any")), BusField("class", .string("transient")),
              BusField("strength", .string("none")), BusField("why", .string("A portal.")),
              BusField("configured", .bool(false)),
            ])),
        ])),
  ]

  static let recording: [BusField] = [
    BusField("provider", .string("apple")), BusField("subject", .string("001.a")),
    BusField("since", .int64(instant)),
    BusField(
      "answers",
      .array(
        of: "v",
        [
          .variant(
            .fields([
              BusField("at", .int64(instant)), BusField("status", .int64(400)),
              BusField("headers", .array(of: "v", [.variant(.string("server: apple"))])),
              BusField("body", .string("empty")), BusField("class", .string("isolated")),
              BusField("row", .string("400 empty")),
            ]))
        ])),
  ]

  static let report: [BusField] = [
    BusField("provider", .string("apple")), BusField("kind", .string("apple")),
    BusField("well", .bool(false)), BusField("address", .string("https://a/auth/token")),
    BusField("clock_ahead_seconds", .int64(-1)), BusField("clients", .int64(1)),
    BusField(
      "findings",
      .array(
        of: "v",
        [
          .variant(
            .fields([
              BusField("code", .string("page")), BusField("well", .bool(false)),
              BusField("title", .string("A page")), BusField("detail", .string("200 text/html")),
              BusField("remedy", .string("Mend it.")),
            ]))
        ])),
  ]

  static let audit: [BusField] = [
    BusField("at", .int64(instant)), BusField("uid", .int64(0)),
    BusField("verb", .string("release_as_is")), BusField("provider", .string("apple")),
    BusField("reason", .string("asked them")), BusField("number", .int64(4000)),
  ]

  static let status: [BusField] = [
    BusField("version", .string("0.1.0")), BusField("generation", .string("0123456789abcdef")),
    BusField("sequence", .int64(42)), BusField("mode", .string("enforce")),
    BusField("started", .int64(instant)),
    BusField(
      "providers",
      .array(
        of: "v",
        [
          .variant(
            .fields([
              BusField("name", .string("apple")), BusField("kind", .string("apple")),
              BusField(
                "credentials",
                .fields([BusField("authorized", .int64(3)), BusField("revoked", .int64(1))])),
            ]))
        ])),
    BusField(
      "conditions",
      .array(
        of: "v",
        [
          .variant(
            .fields([
              BusField("condition", .string("provider_unreachable")),
              BusField("subject", .string("apple")), BusField("since", .int64(instant)),
              BusField("title", .string("The provider cannot be reached")),
              BusField("detail", .string("503 text/html")),
              BusField("remedy", .string("Wait for it.")),
            ]))
        ])),
    BusField("deliveries", .fields([BusField("started", .int64(0)), BusField("done", .int64(5))])),
    BusField(
      "hooks", .array(of: "v", [.variant(.fields([BusField("name", .string("log-out"))]))])),
  ]
}
