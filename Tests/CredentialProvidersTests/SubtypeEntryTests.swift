internal import CredentialCore
internal import Testing

@testable internal import CredentialProviders

@Suite("Answers that the configuration tells apart by their subtype")
struct SubtypeEntryTests {
  private func read(
    _ members: [(String, String)], over own: AnswerProfile = GoogleProfile.builtIn
  ) -> (profile: AnswerProfile, faults: [String]) {
    let faults = ConfigurationFaults()
    let place = SourcePosition(file: "a.toml", line: 1, column: 1)
    var entry = members.map { key, value in
      ConfigurationNode.Member(
        key: key, position: place, node: ConfigurationNode(.text(value), at: place))
    }
    let status = ConfigurationNode(.list([ConfigurationNode(.integer(400), at: place)]), at: place)
    entry.append(.init(key: "status", position: place, node: status))
    let list = ConfigurationNode(.list([ConfigurationNode(.table(entry), at: place)]), at: place)
    var section = Section(
      ConfigurationNode(.table([.init(key: "answer", position: place, node: list)]), at: place),
      name: "provider.x", faults: faults)
    let profile = AnswerEntries.read(&section, over: own)
    section.finish()
    return (profile, faults.all.map(\.description))
  }

  private func detail(_ word: String) -> AnswerDetail {
    AnswerDetail(words: [word], description: nil)
  }

  @Test("an entry is about its subtype alone, also as a whole description")
  func decides() {
    let (profile, faults) = read([
      ("error", "invalid_grant"), ("subtype", "Token is too old"), ("class", "isolated"),
    ])
    #expect(faults.isEmpty, "\(faults)")
    let text = AnswerDetail(words: [], description: "Token is too old")
    #expect(profile.row(400, .error, "invalid_grant", text).answerClass == .isolated)
    #expect(profile.row(400, .error, "invalid_grant").answerClass == .dead)
    #expect(profile.rows[0].shown.subtype == "Token is too old")
    #expect(profile.rows[0].shown.fields["subtype"] == .text("Token is too old"))
  }

  @Test("an entry cannot make more of a subtype than the kind does, alone or beside another")
  func never() {
    let faults = read([
      ("error", "invalid_grant"), ("subtype", "invalid_rapt"), ("class", "isolated"),
    ]).faults
    #expect(faults.count == 1 && faults[0].contains("which is reauthenticate"), "\(faults)")
    // Without a subtype it is about all the rest, where the kind sees as much.
    let (profile, none) = read([("error", "invalid_grant"), ("class", "isolated")])
    #expect(none.isEmpty)
    #expect(profile.row(400, .error, "invalid_grant").answerClass == .isolated)
    #expect(
      profile.row(400, .error, "invalid_grant", detail("invalid_rapt")).answerClass
        == .reauthenticate)
    let both = read([("error", "invalid_grant"), ("subtype", "mine"), ("class", "isolated")])
    #expect(both.faults.isEmpty)
    let mixed = AnswerDetail(words: ["mine", "invalid_rapt"], description: nil)
    #expect(
      both.profile.row(400, .error, "invalid_grant", mixed).answerClass == .reauthenticate)
    #expect(
      both.profile.row(400, .error, "invalid_grant", detail("mine")).answerClass == .isolated)
  }

  @Test("any word is written as a star; a subtype without a code is refused")
  func star() {
    let (profile, faults) = read([
      ("error", "invalid_grant"), ("subtype", "*"), ("class", "transient"),
    ])
    #expect(faults.isEmpty, "\(faults)")
    #expect(profile.row(400, .error, "invalid_grant", detail("x")).answerClass == .transient)
    #expect(profile.row(400, .error, "invalid_grant").answerClass == .dead)
    let alone = read([("subtype", "x"), ("class", "transient")]).faults
    #expect(alone.count == 1 && alone[0].contains("needs an error code beside it"), "\(alone)")
  }
}
