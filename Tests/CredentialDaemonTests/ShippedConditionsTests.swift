import CredentialCore
import Support
import Testing

@Suite("What is shipped about conditions")
struct ShippedConditionsTests {
  @Test(
    "the manual page has each condition as the table has it", arguments: ConditionKind.allCases)
  func manual(kind: ConditionKind) throws {
    let words = try ProjectText.read("docs/man/credstated.8.scd")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let entry = "*\(kind.rawValue)* (\(kind.severity.rawValue)) \(kind.title). \(kind.remedy)"
    #expect(words.contains(entry), "it should say: \(entry)")
  }
}

@Suite("The catalog of log entries")
struct CatalogTests {
  @Test("it has one entry for each sentence of the log, under its id, and no other")
  func entries() throws {
    let entries = try ProjectText.read("systemd/credstate.catalog").split(separator: "\n-- ")
      .dropFirst()
    #expect(entries.count == NoticeKind.allCases.count)
    for kind in NoticeKind.allCases {
      let entry = entries.first { $0.hasPrefix("\(kind.messageID)\n") }
      #expect(entry?.contains("\nSubject: \(kind.sentence)") ?? false, "\(kind.rawValue)")
      #expect(entry?.contains("\nDocumentation: man:credstated(8)\n\n") ?? false)
    }
  }

  @Test("what it quotes of an entry are fields of ours")
  func fields() throws {
    let quoted = try ProjectText.read("systemd/credstate.catalog").split(separator: "@")
    for (index, field) in quoted.enumerated() where !index.isMultiple(of: 2) {
      #expect(field.hasPrefix(Names.journalFieldPrefix) && !field.contains(" "), "\(field)")
    }
  }
}
