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
