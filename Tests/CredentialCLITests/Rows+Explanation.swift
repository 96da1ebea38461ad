import Systemd

extension Rows {
  /// What happened to a user.
  static let timeline: [[BusField]] = [
    [
      BusField("at", .int64(instant)), BusField("kind", .string("sign_in")),
      BusField("words", .string("Signed in: the service handed over a token of app.")),
    ],
    [
      BusField("at", .int64(instant + 1000)), BusField("kind", .string("look")),
      BusField(
        "words",
        .string(
          "Looked (scheduled): 400 invalid_grant. Suspected; a further look must agree, from "
            + "2026-12-01 00:05:07Z on, which is 20 h later. \u{1B}[2J \(String(repeating: "x", count: 90))"
        )),
      BusField("until", .int64(instant + 72_001_000)), BusField("looks", .int64(1)),
    ],
  ]

  /// What holds now and comes next.
  static func facts(_ credential: [BusField]) -> [BusField] {
    let texts = { (texts: [String]) in
      BusValue.array(of: "v", texts.map { .variant(.string($0)) })
    }
    return [
      BusField("credential", .fields(credential)), BusField("mode", .string("enforce")),
      BusField("next_look", .int64(instant + 72_001_000)),
      BusField("next", texts(["The next look is due."])),
      BusField("needed", texts(["First this.", "Then that."])),
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
      BusField("left_out", .int64(3)), BusField("unreadable", .int64(1)),
    ]
  }
}
