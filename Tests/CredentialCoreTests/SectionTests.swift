internal import CredentialCore
import Testing

@Suite("Section")
struct SectionTests {
  private static let name = Key<String>.required("name", "What it is called.")
  private static let interval = Key<Duration>("interval", default: .seconds(86_400), "How often.") {
    $0 < .seconds(900) ? "must be 15m or more" : nil
  }
  private static let limit = Key<Int>("limit", default: 5, "How many.")
  private static let extra = Key<[String]>.optional("extra", "More.")

  private func at(_ line: Int) -> SourcePosition {
    SourcePosition(file: "/c.toml", line: line, column: 1)
  }

  private func table(_ members: [(String, ConfigurationNode.Content)]) -> ConfigurationNode {
    ConfigurationNode(
      .table(
        members.enumerated().map { index, member in
          ConfigurationNode.Member(
            key: member.0, position: at(index + 2),
            node: ConfigurationNode(member.1, at: at(index + 2)))
        }), at: at(1))
  }

  @Test("All faults of a table are told together, each with its place")
  func together() {
    let faults = ConfigurationFaults()
    let node = table([
      ("intervall", .text("1h")), ("interval", .text("5m")), ("limit", .text("five")),
      ("extra", .list([ConfigurationNode(.integer(3), at: at(5))])), ("zzzzz", .boolean(true)),
    ])
    var section = Section(node, name: "provider.apple", faults: faults)
    #expect(section.read(Self.name, placeholder: "?") == "?")
    #expect(section.read(Self.interval) == .seconds(86_400))
    #expect(section.read(Self.limit) == 5)
    #expect(section.readIfPresent(Self.extra) == nil)
    section.finish()
    #expect(
      faults.all.map(\.description) == [
        "/c.toml:1:1: provider.apple.name: is missing: What it is called.",
        "/c.toml:3:1: provider.apple.interval: must be 15m or more",
        "/c.toml:4:1: provider.apple.limit: must be a whole number, not text",
        "/c.toml:5:1: provider.apple.extra: must be text, not a whole number",
        "/c.toml:2:1: provider.apple.intervall: is not a known key; did you mean \"interval\"?",
        "/c.toml:6:1: provider.apple.zzzzz: is not a known key",
      ])
  }

  @Test("A good table reads without a fault; an absent or empty one gives the defaults")
  func good() {
    let faults = ConfigurationFaults()
    var full = Section(
      table([("name", .text(" a\u{301} ")), ("interval", .text("1h")), ("limit", .integer(7))]),
      name: "", faults: faults)
    #expect(full.read(Self.name, placeholder: "") == " a\u{301} ")
    #expect(full.read(Self.interval) == .seconds(3600) && full.read(Self.limit) == 7)
    full.finish()
    for node in [nil, table([])] {
      var empty = Section(node, name: "x", faults: faults)
      #expect(empty.read(Self.limit) == 5 && empty.readIfPresent(Self.extra) == nil)
      empty.finish()
    }
    #expect(faults.all.isEmpty)
  }

  @Test("A wrong-typed required key is told once, by its type and not as missing")
  func requiredWrongType() {
    let faults = ConfigurationFaults()
    var section = Section(table([("name", .integer(1))]), name: "", faults: faults)
    _ = section.read(Self.name, placeholder: "")
    #expect(faults.all.map(\.message) == ["must be text, not a whole number"])
  }

  @Test("Tables by name come in the order of the file; a list of tables too")
  func nested() {
    let faults = ConfigurationFaults()
    let inner = table([("limit", .integer(1))])
    var section = Section(
      table([
        ("provider", .table(tables(["b", "a"], inner))), ("hook", .list([inner, inner])),
        ("flat", .integer(1)), ("odd", .list([ConfigurationNode(.text("x"), at: at(9))])),
      ]), name: "", faults: faults)
    #expect(section.sections("provider").map(\.name) == ["b", "a"])
    #expect(section.sections("provider").map { $0.section.name } == ["provider.b", "provider.a"])
    #expect(section.list("hook").count == 2 && section.list("absent").isEmpty)
    #expect(faults.all.isEmpty)
    #expect(section.list("flat").isEmpty && section.sections("flat").isEmpty)
    _ = section.list("odd")
    section.finish()
    #expect(
      faults.all.map(\.message) == [
        "must be a list of tables ([[flat]])", "must be a table, not a whole number",
        "must be a table, not text",
      ])
  }

  private func tables(_ names: [String], _ node: ConfigurationNode) -> [ConfigurationNode.Member] {
    names.map { ConfigurationNode.Member(key: $0, position: at(2), node: node) }
  }

  @Test("Numbers are not texts, texts are not numbers, and infinities are not numbers")
  func types() {
    func node(_ content: ConfigurationNode.Content) -> ConfigurationNode {
      ConfigurationNode(content, at: at(1))
    }
    #expect(throws: ConfigurationMismatch.self) { try Double.read(node(.real(.infinity))).get() }
    #expect(throws: ConfigurationMismatch.self) { try Bool.read(node(.text("true"))).get() }
    #expect(throws: ConfigurationMismatch.self) { try Int.read(node(.real(3))).get() }
    #expect(throws: ConfigurationMismatch.self) { try Duration.read(node(.integer(30))).get() }
    #expect((try? Double.read(node(.integer(3))).get()) == 3)
    guard case .failure(let mismatch) = Double.read(node(.real(.nan))) else {
      Issue.record("accepted")
      return
    }
    #expect(mismatch.message == "must be a number, not infinite or no number")
  }

  @Test("A key documents its default as it would be written")
  func documents() {
    #expect(Self.interval.documentation.fallback == "\"1d\"")
    #expect(Self.name.documentation.isRequired && !Self.extra.documentation.isRequired)
    #expect(Key<[String]>("k", default: ["a\"b"], "S.").documentation.fallback == #"["a\"b"]"#)
  }

  @Test("A misspelt word finds its nearest within two slips, others find none")
  func spelling() {
    let words = ["interval", "confirm_after", "mode", "clients"]
    #expect(Spelling.nearest(to: "intreval", in: words) == "interval")
    #expect(Spelling.nearest(to: "client", in: words) == "clients")
    #expect(Spelling.nearest(to: "xyz", in: words) == nil)
    #expect(Spelling.nearest(to: "me", in: words) == nil)
    #expect(Spelling.nearest(to: "", in: words) == nil && Spelling.nearest(to: "a", in: []) == nil)
  }
}
