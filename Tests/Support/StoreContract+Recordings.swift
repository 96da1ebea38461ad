internal import CredentialCore

extension StoreContract {
  static let recordings = [
    StoreContractCase("what is recorded of a user is kept in order, and destroyed at the end") {
      store in
      try await store.enrol("a", at: at(0))
      let id = StoreWorld.id("a")
      try equal(try await store.startRecording(id, now: at(0)), .recording(since: at(0)))
      try equal(try await store.startRecording(id, now: at(1)), .recording(since: at(0)))
      try await store.keep([answer("a", 2, "isolated"), answer("a", 1, "authorized")], now: at(2))
      try await store.keep([answer("a", 1, "throttled")], now: at(2))
      let kept = try await store.recordings(of: id.provider)
      try equal(kept.map(\.credential), [id])
      try equal(kept.first?.answers, [answer("a", 1, "authorized"), answer("a", 2, "isolated")])
      try equal(try await store.stopRecording(id, now: at(3)), true)
      try equal(try await store.stopRecording(id, now: at(3)), false)
      try equal(try await store.recordings(of: id.provider), [])
      try equal(try await store.startRecording(id, now: at(4)), .recording(since: at(4)))
      try equal(try await store.recordings(of: id.provider).first?.answers, [])
    },
    StoreContractCase("nobody else is recorded: not who is unknown, not asked for, or forgotten") {
      store in
      for subject in ["a", "b"] { try await store.enrol(subject, at: at(0)) }
      try equal(try await store.startRecording(StoreWorld.id("x"), now: at(0)), .notFound)
      _ = try await store.startRecording(StoreWorld.id("a"), now: at(0))
      try await store.keep([answer("a", 1), answer("b", 1), answer("x", 1)], now: at(1))
      let kept = try await store.recordings(of: StoreWorld.id("a").provider)
      try equal(kept.map(\.credential), [StoreWorld.id("a")])
      try equal(kept.first?.answers.count, 1)
      _ = try await store.forget(StoreWorld.id("a"), force: true, now: at(2))
      try equal(try await store.recordings(of: StoreWorld.id("a").provider), [])
      try await store.enrol("a", at: at(3))
      try await store.keep([answer("a", 4)], now: at(4))
      try equal(try await store.recordings(of: StoreWorld.id("a").provider), [])
    },
    StoreContractCase("four users of a provider are recorded, of each the newest hundred answers") {
      store in
      for number in 0...4 { try await store.enrol("u\(number)", at: at(0)) }
      for number in 0..<4 {
        _ = try await store.startRecording(StoreWorld.id("u\(number)"), now: at(number))
      }
      try equal(try await store.startRecording(StoreWorld.id("u4"), now: at(4)), .tooMany)
      try await store.keep((1...120).map { answer("u0", $0) }, now: at(120))
      let kept = try await store.recordings(of: StoreWorld.id("u0").provider)
      try equal(kept.map(\.credential.subject.text), ["u0", "u1", "u2", "u3"])
      try equal(kept.first?.answers.map(\.at), (21...120).map { at($0) })
    },
  ]

  private static func at(_ hours: Int) -> Moment { StoreWorld.at(StoreWorld.hour * hours) }

  private static func answer(
    _ subject: String, _ hour: Int, _ word: String = "authorized"
  ) -> RecordedAnswer {
    RecordedAnswer(
      credential: StoreWorld.id(subject), at: at(hour), status: hour % 2 == 0 ? nil : 200,
      headers: ["a: b", "c: d"], body: "{}", answer: word, row: "200 token")
  }
}
