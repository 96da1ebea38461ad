import CredentialCLI
import CredentialCore
import Testing

@Suite("The command line")
struct ParserTests {
  /// A line, the verb it means, some of its option values, its operands.
  struct Good: Sendable, CustomTestStringConvertible {
    let line: [String]
    let verb: String
    var values: [String: [String]] = [:]
    var operands: [String] = []
    var testDescription: String { line.joined(separator: " ") }
  }

  static let good: [Good] = [
    Good(line: [], verb: "list"),
    Good(line: ["--json"], verb: "list", values: ["json": [""]]),
    Good(line: ["list", "--limit=5"], verb: "list", values: ["limit": ["5"]]),
    Good(line: ["list", "--limit", "5"], verb: "list", values: ["limit": ["5"]]),
    Good(line: ["list", "-n5"], verb: "list", values: ["limit": ["5"]]),
    Good(line: ["list", "-n", "5"], verb: "list", values: ["limit": ["5"]]),
    Good(
      line: ["events", "-fjn5"], verb: "events",
      values: ["follow": [""], "json": [""], "limit": ["5"]]),
    Good(line: ["show", "apple", "001.a"], verb: "show", operands: ["apple", "001.a"]),
    Good(line: ["show", "apple", "--", "--json"], verb: "show", operands: ["apple", "--json"]),
    Good(line: ["show", "--", "apple", "-x"], verb: "show", operands: ["apple", "-x"]),
    Good(line: ["--", "show", "apple", "-"], verb: "show", operands: ["apple", "-"]),
    Good(line: ["show", "apple", "-"], verb: "show", operands: ["apple", "-"]),
    Good(line: ["show", "apple", "e\u{301}"], verb: "show", operands: ["apple", "e\u{301}"]),
    Good(line: ["config", "check"], verb: "config check"),
    Good(
      line: ["-j", "config", "check", "f"], verb: "config check", values: ["json": [""]],
      operands: ["f"]),
    Good(
      line: ["register", "-c", "app", "apple", "001.a", "-lk=v", "--label=a=b=c"],
      verb: "register", values: ["client": ["app"], "label": ["k=v", "a=b=c"]],
      operands: ["apple", "001.a"]),
    Good(
      line: ["register", "apple", "1", "--client=c", "--account=\u{338}x"], verb: "register",
      values: ["client": ["c"], "account": ["\u{338}x"]], operands: ["apple", "1"]),
    Good(
      line: ["--bus-address=unix:path=/x", "status"], verb: "status",
      values: ["bus-address": ["unix:path=/x"]]),
    Good(line: ["status", "--json", "--json"], verb: "status", values: ["json": ["", ""]]),
  ]

  @Test("a good line gives its verb, values and operands", arguments: good)
  func accepts(_ example: Good) throws {
    let invocation = try CommandLineParser().parse(example.line)
    #expect(invocation.request == .run)
    #expect(invocation.verb.name == example.verb)
    for (name, values) in example.values {
      let given = invocation.values[name]
      #expect(given?.map { Array($0.utf8) } == values.map { Array($0.utf8) })
    }
    #expect(invocation.values.count == example.values.count)
    #expect(invocation.operands.map { Array($0.utf8) } == example.operands.map { Array($0.utf8) })
  }

  static let bad: [(line: [String], message: String)] = [
    (["lst"], "unknown verb 'lst'; did you mean list?"),
    (["config"], "config: the verb is incomplete; there is config check"),
    (["config", "chek"], "unknown verb 'config chek'; did you mean config check?"),
    (["list", "--limt", "5"], "unknown option '--limt'; did you mean --limit?"),
    (["list", "--lim", "5"], "unknown option '--lim'; did you mean --limit?"),
    (["list", "-x"], "unknown option '-x'"),
    (["--limit", "5", "list"], "unknown option '--limit'; it belongs behind a verb, such as list"),
    (["list", "--json=yes"], "option --json takes no value"),
    (["list", "--limit"], "option -n, --limit N: the value is missing"),
    (["list", "-n5", "-n6"], "option --limit is given twice"),
    (["list", "-n", "-1"], "'-1' is no whole number"),
    (["list", "--limit="], "'' is no whole number"),
    (["list", "extra"], "list: unexpected operand 'extra'"),
    (["show", "apple"], "show: SUBJECT is missing"),
    (["show"], "show: PROVIDER is missing"),
    (["show", "apple", "1", "2"], "show: unexpected operand '2'"),
    (["simulate", "--for", "1h"], "simulate: -f, --fault KIND is required"),
    (["show", "a\u{1B}[2J", "x"], "the provider name must be"),
    (["a\u{1B}[2J"], "unknown verb 'a\\u{1b}[2J'"),
    ([String(repeating: "v", count: 9999)], "unknown verb 'vvvvvvvv"),
  ]

  @Test("a bad line names its mistake in one short line", arguments: bad.indices)
  func refuses(_ index: Int) {
    let (line, message) = Self.bad[index]
    do {
      _ = try CommandLineParser().parse(line)
      Issue.record("\(line) was accepted")
    } catch {
      #expect(error.message.contains(message), "\(error.message)")
      #expect(!error.description.contains("\n") && error.description.utf8.count < 300)
    }
  }

  @Test("help and version win over what is missing elsewhere on the line")
  func helpWins() throws {
    let parser = CommandLineParser()
    #expect(try parser.parse(["--help"]).request == .help(verb: nil))
    #expect(try parser.parse(["register", "-h"]).request == .help(verb: "register"))
    #expect(try parser.parse(["register", "--version"]).request == .version)
  }

  @Test("an argument that is no UTF-8 is refused with its place, not repaired")
  func notUTF8() {
    do {
      _ = try ArgumentBytes.decode([Array("show".utf8), [0x61, 0xFF]])
      Issue.record("it was accepted")
    } catch { #expect(error.message == "argument 2 is not valid UTF-8") }
  }

  /// Values that each kind must refuse.
  static func badValues(for kind: ValueKind) -> [String] {
    switch kind {
    case .text, .path: [""]
    case .provider: ["", "Apple", "a b", "-a", String(repeating: "a", count: 33)]
    case .subject, .client: ["", "a\nb", "\u{85}", String(repeating: "a", count: 256)]
    case .pair: ["", "k", "=v"]
    case .choice: ["", "nonsense"]
    case .time: ["", "yesterday", "2026-11-30", "2h 30m", "-2h"]
    case .count: ["", "-1", "+1", "1.5", "0x1", "x", "99999999999999999999", "١"]
    }
  }

  @Test(
    "each option and operand of each verb refuses bad values",
    arguments: VerbTable.verbs.map(\.name))
  func badValues(_ name: String) throws {
    let verb = try #require(VerbTable.verbs.first { $0.name == name })
    let words = name.split(separator: " ").map(String.init)
    for option in verb.options + VerbTable.options {
      for value in option.value.map(Self.badValues) ?? [] {
        refuse(words + ["--\(option.name)=\(value)"], naming: "--\(option.name)")
      }
    }
    for (place, operand) in verb.operands.enumerated() {
      for value in Self.badValues(for: operand.value) {
        let before = Array(repeating: "a", count: place)
        refuse(words + ["--"] + before + [value], naming: name)
      }
    }
  }

  private func refuse(_ line: [String], naming name: String) {
    do {
      _ = try CommandLineParser().parse(line)
      Issue.record("\(line) was accepted")
    } catch { #expect(error.message.contains(name), "\(error.message)") }
  }
}
