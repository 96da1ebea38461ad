internal import CredentialCore
internal import Testing

@testable internal import CredentialProviders

/// One `[[provider.NAME.answer]]` as a file gives it.
struct EntrySample: Sendable, CustomTestStringConvertible {
  let statuses: [Int64]
  var error: String?
  var body: String?
  let answerClass: String

  init(_ statuses: [Int64], error: String? = nil, body: String? = nil, _ answerClass: String) {
    (self.statuses, self.error, self.body) = (statuses, error, body)
    self.answerClass = answerClass
  }

  var testDescription: String { "\(statuses) \(error ?? body ?? "any") as \(answerClass)" }

  /// The entry on lines from 10 times `number` on.
  func node(_ number: Int) -> ConfigurationNode {
    func place(_ line: Int) -> SourcePosition {
      SourcePosition(file: "a.toml", line: number * 10 + line, column: 5)
    }
    func member(_ key: String, _ line: Int, _ content: ConfigurationNode.Content)
      -> ConfigurationNode.Member
    {
      .init(key: key, position: place(line), node: ConfigurationNode(content, at: place(line)))
    }
    let list = statuses.map { ConfigurationNode(.integer($0), at: place(1)) }
    var members = [member("status", 1, .list(list))]
    if let error { members.append(member("error", 2, .text(error))) }
    if let body { members.append(member("body", 3, .text(body))) }
    members.append(member("class", 4, .text(answerClass)))
    return ConfigurationNode(.table(members), at: place(0))
  }
}

@Suite("Answers that the configuration declares")
struct AnswerEntryTests {
  private func read(_ entries: [EntrySample]) -> (profile: AnswerProfile, faults: [String]) {
    let faults = ConfigurationFaults()
    let place = SourcePosition(file: "a.toml", line: 1, column: 1)
    let list = ConfigurationNode(
      .list(entries.enumerated().map { $1.node($0 + 1) }), at: place)
    let member = ConfigurationNode.Member(key: "answer", position: place, node: list)
    var section = Section(
      ConfigurationNode(.table([member]), at: place), name: "provider.apple", faults: faults)
    let profile = AnswerEntries.read(&section, over: AppleProfile.builtIn)
    section.finish()
    return (profile, faults.all.map(\.description))
  }

  private func answerClass(
    _ profile: AnswerProfile, _ status: Int, _ body: AnswerBody, _ code: String? = nil
  ) -> AnswerClass { profile.row(status, body, code).answerClass }

  @Test("an entry decides before the kind's own rows, and only about what it names")
  func decides() {
    let (profile, faults) = read([
      EntrySample([403], error: "gateway_quota", "throttled"),
      EntrySample([400, 401], error: "user_must_return", "reauthenticate"),
      EntrySample([400], error: "invalid_grant", "isolated"),
      EntrySample([404], body: "page", "misconfigured"),
      EntrySample([400], body: "empty", "transient"),
      EntrySample([503], "throttled"),
    ])
    #expect(faults.isEmpty)
    #expect(answerClass(profile, 403, .error, "gateway_quota") == .throttled)
    #expect(answerClass(profile, 402, .error, "gateway_quota") == .isolated)
    #expect(answerClass(profile, 401, .error, "user_must_return") == .reauthenticate)
    #expect(answerClass(profile, 400, .error, "invalid_grant") == .isolated)
    #expect(answerClass(profile, 200, .error, "invalid_grant") == .dead)
    #expect(answerClass(profile, 404, .page) == .misconfigured)
    #expect(answerClass(profile, 404, .empty) == .transient)
    #expect(answerClass(profile, 400, .empty) == .transient)
    #expect(answerClass(profile, 503, .error, "invalid_grant") == .throttled)
    let shown = profile.rows.prefix(6).map(\.shown)
    #expect(shown[0].place == "a.toml:11:5" && shown[0].why == "Configured.")
    #expect(shown[1].status == "400, 401" && profile.rows[6].shown.place == nil)
  }

  @Test(
    "an entry that makes more of an answer than it is is refused with the reason and the place",
    arguments: [
      (EntrySample([400], error: "invalid_grant", "dead"), "the kind's own to say"),
      (EntrySample([400], error: "invalid_request", "dead"), "user's death"),
      (EntrySample([400], error: "invalid_client", "dead"), "user's death"),
      (EntrySample([400], error: "brand_new", "accepted"), "confirms a user"),
      (EntrySample([400], error: "invalid_client", "isolated"), "identity is refused"),
      (EntrySample([400], error: "invalid_client", "reauthenticate"), "identity is refused"),
      (EntrySample([500], error: "invalid_grant", "isolated"), "server in trouble"),
      (EntrySample([503], "isolated"), "server in trouble"),
      (EntrySample([429], error: "brand_new", "isolated"), "Too many requests"),
      (EntrySample([200], body: "page", "isolated"), "a portal"),
      (EntrySample([404], body: "page", "isolated"), "a portal"),
      (EntrySample([401], body: "empty", "isolated"), "a portal"),
      (
        EntrySample([400], error: "invalid_grant", "reauthenticate"), "Allowed for it: \"isolated\""
      ),
      (EntrySample([400], error: "invalid_grant", "throttled"), "Allowed for it: \"isolated\""),
      (EntrySample([200], "transient"), "with body token, which is accepted"),
      (EntrySample([200], body: "token", "misconfigured"), "Allowed for it: nothing else"),
      (EntrySample([400, 401, 403], "isolated"), "which is transient"),
      (EntrySample([302], "isolated"), "never followed"),
    ])
  func refused(entry: EntrySample, reason: String) {
    let faults = read([entry]).faults
    #expect(faults.count == 1)
    #expect(faults[0].hasPrefix("a.toml:14:5: provider.apple.answer.class: must not "), "\(faults)")
    #expect(faults[0].contains(reason) && faults[0].contains("llowed"), "\(faults)")
  }

  @Test("no entry that is taken lets an answer prove more than before, whatever it says")
  func never() {
    let weight: [AnswerClass: Int] = [.dead: 2, .isolated: 1]
    let codes = ["invalid_grant", "invalid_request", "invalid_client", "brand_new"]
    let errors: [String?] = [nil] + codes
    let bodies: [AnswerBody?] = [nil] + AnswerBody.allCases.map { $0 }
    let own = AppleProfile.builtIn
    var taken = 0
    for status in [200, 302, 400, 401, 408, 429, 503] {
      for error in errors {
        for body in error == nil ? bodies : [nil, .error] {
          for word in AnswerClass.allCases.map(\.rawValue) {
            let entry = EntrySample(
              [Int64(status)], error: error, body: body?.rawValue, word)
            let (profile, faults) = read([entry])
            guard faults.isEmpty else { continue }
            taken += 1
            for body in AnswerBody.allCases {
              for code in body == .error ? codes : [""] {
                let code = body == .error ? code : nil
                let before = own.row(status, body, code).answerClass
                let after = profile.row(status, body, code).answerClass
                #expect((weight[after] ?? 0) <= (weight[before] ?? 0), "\(entry)")
                #expect((before == .accepted) == (after == .accepted), "\(entry)")
              }
            }
          }
        }
      }
    }
    #expect(taken > 100)
  }

  @Test("a value that is wrong is refused with key and range, and so are too many entries")
  func bounds() {
    func fault(_ entry: EntrySample) -> String { read([entry]).faults.first ?? "" }
    #expect(
      fault(EntrySample([500, 502, 500], "transient")).contains(
        "answer.status: names 500 twice"))
    #expect(
      fault(EntrySample([], "transient")).contains("answer.status: names 0 statuses; allowed"))
    #expect(fault(EntrySample([199], "transient")).contains("200 to 599"))
    #expect(fault(EntrySample([600], "transient")).contains("200 to 599"))
    #expect(fault(EntrySample(Array(400...416), "transient")).contains("1 to 16"))
    #expect(fault(EntrySample([403], error: "a\nb", "transient")).contains("1 to 64 printable"))
    #expect(fault(EntrySample([403], error: "", "transient")).contains("1 to 64 printable"))
    #expect(fault(EntrySample([403], body: "html", "transient")).contains("is none of \"empty\""))
    #expect(fault(EntrySample([403], "transent")).contains("did you mean \"transient\"?"))
    #expect(
      fault(EntrySample([403], error: "x", body: "page", "transient")).contains("must be \"error\"")
    )
    let many = (0..<65).map { EntrySample([403], error: "e\($0)", "transient") }
    let faults = read(many).faults
    #expect(faults == ["a.toml:1:1: provider.apple.answer: has 65 entries; allowed are 0 to 64"])
  }

  @Test("an entry that an earlier one leaves nothing is refused with the earlier one's place")
  func unreached() {
    let entries = [
      EntrySample([400, 403], body: "error", "transient"),
      EntrySample([403], error: "brand_new", "throttled"),
    ]
    let faults = read(entries).faults
    #expect(
      faults == [
        "a.toml:21:5: provider.apple.answer.status: is never reached: a.toml:11:5 is about it already"
      ])
    #expect(read(entries.reversed()).faults.isEmpty)
  }
}
