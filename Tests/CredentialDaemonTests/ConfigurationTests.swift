import CredentialCore
import Support
import Testing

@testable import CredentialDaemon

@Suite("The configuration")
struct ConfigurationTests {
  let sample = ConfigurationSample()
  let good = "[provider.apple]\nkind = \"apple\"\nclient_id = \"com.example.app\"\n"

  @Test("what is not written has its default, and the mode is observe")
  func defaults() throws {
    let configuration = try sample.load(good)
    #expect(configuration.mode == .observe)
    #expect(configuration.providers.map { $0().policy.interval } == [.seconds(86_400)])
    #expect(configuration.hookDirectories == Names.hookDirectories)
    #expect(configuration.hooks.isEmpty)
  }

  @Test("drop-ins override single keys in the order of their names")
  func dropIns() throws {
    let configuration = try sample.load(
      good,
      dropIns: [
        "20-late.toml": "mode = \"enforce\"\n[provider.apple]\ninterval = \"2h\"\n",
        "10-early.toml": "[provider.apple]\ninterval = \"1h\"\nrate = 3\n",
        "ignored.txt": "nonsense",
      ])
    let policy = configuration.providers[0]().policy
    #expect(configuration.mode == .enforce)
    #expect(policy.interval == .seconds(7200))
    #expect(policy.looksPerSecond == 3)
    #expect(policy.mode == .enforce)
  }

  @Test("every fault of every file is shown at once, each with file, line and key")
  func allFaults() {
    let faults = sample.faults(
      "mod = \"enforce\"\n[provider.apple]\nkind = \"apple\"\nintervall = \"1h\"\nrate = \"ten\"\n",
      dropIns: ["10-broken.toml": "a = = 1\n"])
    #expect(
      faults.contains {
        $0.hasPrefix("credstate.toml:1:1: mod: is not a known key; did you mean \"mode\"?")
      })
    #expect(
      faults.contains {
        $0.hasPrefix(
          "credstate.toml:4:1: provider.apple.intervall: is not a known key; did you mean")
      })
    #expect(
      faults.contains {
        $0.hasPrefix("credstate.toml:5:8: provider.apple.rate: must be a whole number, not text")
      })
    #expect(faults.contains { $0.contains("provider.apple.client_id: is missing") })
    #expect(faults.contains { $0.hasPrefix("conf.d/10-broken.toml:1:") })
    #expect(faults.count == 5)
  }

  @Test(
    "a duration has a unit or is refused with an example",
    arguments: [
      "30", "\"30\"", "\"1.5h\"", "\"P1D\"", "\"30 S\"", "\"30m \"", "0", "-1", "\"-1h\"",
    ])
  func badDurations(_ text: String) {
    let faults = sample.faults(good + "interval = \(text)\n")
    #expect(faults.count == 1)
    #expect(faults.first?.contains("\"24h\"") == true)
  }

  @Test("good durations are read", arguments: [("90s", 90), ("1h30m", 5400), ("2d", 172_800)])
  func goodDurations(_ text: String, _ seconds: Int) throws {
    let configuration = try sample.load(good + "interval = \"\(text)\"\n")
    #expect(configuration.providers[0]().policy.interval == .seconds(seconds))
  }

  @Test("a client of two providers is refused with both places, also across files")
  func sharedClient() throws {
    let second = "[provider.second]\nkind = \"apple\"\nclient_id = \"com.example.app\"\n"
    let faults = sample.faults(good, dropIns: ["10-second.toml": second])
    #expect(faults.count == 1)
    let fault = try #require(faults.first)
    #expect(fault.hasPrefix("conf.d/10-second.toml:1:"))
    #expect(fault.contains("com.example.app, which provider.apple (credstate.toml:1:"))
    #expect(try sample.load(good, dropIns: ["10-second.toml": ""]).providers.count == 1)
  }

  @Test("a value out of range, a key set twice and an unknown kind are refused")
  func refusals() {
    #expect(sample.faults(good + "interval = \"1s\"\n").first?.contains("less than 1m") == true)
    #expect(sample.faults(good + "rate = 1\nrate = 2\n").first?.contains(":5:") == true)
    let kind = sample.faults("[provider.x]\nkind = \"appel\"\n")
    #expect(
      kind == [#"credstate.toml:2:8: provider.x.kind: is none of "apple"; did you mean "apple"?"#])
    #expect(sample.faults("[provider.Bad]\nkind = \"apple\"\n").first?.contains("name") == true)
  }

  @Test("a missing main file is a fault that names it")
  func missing() {
    #expect(throws: ConfigurationRefusal.self) {
      try Configuration.load(sample.files, sample.surroundings)
    }
    let check = ConfigurationCheck.run(sample.files, sample.surroundings)
    #expect(check.status == .badConfiguration)
    #expect(check.faults.contains("credstate.toml"))
  }

  @Test("what a file holds is shown on one line, escaped and cut, in the list of faults")
  func printableFaults() {
    let long = String(repeating: "x", count: 100_000)
    sample.folder.write(
      "credstate.toml",
      "\"\u{202E}key\\n\" = 1\n\(long) = 1\n[hooks]\ntimeout = \"\u{202E}\(long)\"\ngrace = 1\n")
    let check = ConfigurationCheck.run(sample.files, sample.surroundings)
    let lines = check.faults.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(check.faults.contains(#"\u{202E}key\n: is not a known key"#))
    #expect(check.faults.contains("bytes ...]"))
    #expect(check.faults.contains("is not a duration with its unit"))
    #expect(!check.faults.unicodeScalars.contains("\u{202E}"))
    #expect(lines.allSatisfy { $0.utf8.count < 1200 })
  }

  @Test("a thousand faults are counted, and the first hundred shown")
  func manyFaults() {
    let keys = (1...1000).map { "key\($0) = 1\n" }.joined()
    sample.folder.write("credstate.toml", good + "[hooks]\n" + keys)
    let check = ConfigurationCheck.run(sample.files, sample.surroundings)
    #expect(check.faults.hasSuffix("and 900 more faults\n1000 faults; nothing was changed\n"))
  }

  @Test("a hook's command is shown escaped in the report of a good configuration")
  func printableReport() {
    sample.folder.write(
      "credstate.toml",
      good + "[[hook]]\nname = \"a\"\ncommand = [\"/bin/true\", \"\\u001B[31m\"]\n")
    let check = ConfigurationCheck.run(sample.files, sample.surroundings)
    #expect(check.report.contains(#"hook a: /bin/true \u{1B}[31m, timeout 1m"#))
  }
}
