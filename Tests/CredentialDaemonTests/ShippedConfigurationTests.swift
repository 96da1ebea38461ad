import CredentialCore
import CredentialProviders
import Support
import Testing

@testable import CredentialDaemon

@Suite("What is shipped about the configuration")
struct ShippedConfigurationTests {
  private let tables = ConfigurationKeys.all(ProviderRegistry.kinds)

  @Test("the example shows every key with its default, and nothing else")
  func example() throws {
    let shown = Example(try ProjectText.read("config/credstate.toml"))
    for table in tables where !table.table.hasPrefix("provider sandbox") {
      let keys = shown.keys[table.table] ?? [:]
      let own = table.keys.filter { !isAppleToo($0, in: table.table) }
      #expect(Set(keys.keys) == Set(own.map(\.name)), "in [\(table.table)]")
      for key in own {
        guard let fallback = key.fallback else { continue }
        #expect(keys[key.name] == fallback, "\(table.table) \(key.name)")
      }
    }
    let sandbox = tables.first { $0.table == "provider sandbox" }
    let known = Set(sandbox?.keys.map(\.name) ?? [])
    #expect(known.isSuperset(of: (shown.keys["provider sandbox"] ?? [:]).keys))
  }

  /// Whether a key of another kind is, to the letter, one of Apple's, which are shown in full; the kind
  /// itself is shown for each.
  private func isAppleToo(_ key: KeyDocumentation, in table: String) -> Bool {
    let words = table.split(separator: " ")
    guard words.count > 1, words[1] != "apple" else { return false }
    if words.count == 2, key.name == "kind" { return false }
    let namesake = (["provider", "apple"] + words.dropFirst(2)).joined(separator: " ")
    return tables.first { $0.table == namesake }?.keys.contains(key) ?? false
  }

  @Test("as shipped it has no fault and changes nobody's state")
  func loads() throws {
    let sample = ConfigurationSample()
    let configuration = try sample.load(try ProjectText.read("config/credstate.toml"))
    #expect(configuration.mode == .observe)
    #expect(configuration.providers.isEmpty)
  }

  @Test("the manual page names every key of every table")
  func manual() throws {
    let page = try ProjectText.read("docs/man/credstate.toml.5.scd")
      .replacing("\\", with: "")
    for table in tables {
      for key in table.keys {
        #expect(page.contains("*\(key.name)*\n"), "\(key.name) of [\(table.table)]")
        #expect(page.contains(key.fallback.map { "default \($0)." } ?? "") || key.fallback == nil)
      }
    }
  }

  @Test("the daemon's manual page names every option and every exit status")
  func daemonManual() throws {
    let page = try ProjectText.read("docs/man/credstated.8.scd")
    let options = DaemonOptions.help.split(separator: "\n").compactMap { line in
      line.split(separator: " ").first.map(String.init)
    }.filter { $0.hasPrefix("--") }
    #expect(options.count == 20)
    for option in options { #expect(page.contains("*\(option)*"), "\(option)") }
    let statuses: [CredentialCore.ExitStatus] = [
      .done, .failed, .usage, .badStore, .storeInUse, .badConfiguration,
    ]
    for status in statuses { #expect(page.contains("*\(status.rawValue)*\n")) }
  }

  @Test("the example hook prints what it was told")
  func hook() async throws {
    let run = try await ProgramRun.run(
      [
        "/usr/bin/env", "-i", "CREDSTATE_PROVIDER=apple", "CREDSTATE_STATE=revoked",
        "CREDSTATE_REASON=token_dead", "CREDSTATE_ACTION=log_out", "CREDSTATE_ACCOUNT=$(id)",
        "/bin/sh", ProjectText.path("config/hooks/10-log-event"),
      ], input: "{}")
    #expect(run.status == 0)
    #expect(
      String(decoding: run.output, as: UTF8.self)
        == "credential of $(id) at apple is now revoked (token_dead): log_out\n")
  }
}

/// The keys that the example file shows, by table, whether they are commented out or not.
private struct Example {
  private(set) var keys: [String: [String: String]] = [:]

  init(_ text: String) {
    var table = ""
    for line in text.split(separator: "\n") {
      let bare = line.hasPrefix("#") ? line.dropFirst() : line
      guard let first = bare.first, first.isLetter || first == "[" else { continue }
      if first == "[" {
        table = String(bare.filter { $0 != "[" && $0 != "]" }).replacing(".", with: " ")
      } else if let equals = bare.firstRange(of: " = ") {
        let name = String(bare[..<equals.lowerBound])
        // A set value counts as the default that it repeats.
        keys[table, default: [:]][name] = String(bare[equals.upperBound...])
      }
    }
  }
}
