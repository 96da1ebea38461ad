import CredentialCore
import CredentialProviders
import Support
import Testing

@testable import CredentialDaemon

@Suite("Numbers and durations of the configuration")
struct BoundsOfKeysTests {
  private static let nonsense = [
    "0", "-1", "\"0s\"", "\"-1s\"", "\"1ns\"", "\"10000y\"", "\"99999999999999999999d\"",
    "99999999999999999999", "-9223372036854775808", "9223372036854775807", "1e400", "nan",
  ]

  /// Every key that takes a number or a duration, below the header of its table.
  private static let keys: [(header: String, key: KeyDocumentation)] =
    ConfigurationKeys.all(ProviderRegistry.kinds).flatMap { table in
      table.keys.filter { $0.typeName.contains("number") || $0.typeName.contains("duration") }
        .map { (header(table.table), $0) }
    }

  private static func header(_ table: String) -> String {
    let words = table.split(separator: " ")
    if words.count == 3 { return "provider.x.kind = \"\(words[1])\"\n[[provider.x.answer]]" }
    if words.count == 2 { return "[provider.x]\nkind = \"\(words[1])\"" }
    return table == "hook" ? "[[hook]]\nname = \"x\"" : "[\(table)]\n"
  }

  @Test("nothing that is zero, negative, tiny, huge or no number is taken, by any key")
  func refused() {
    #expect(Self.keys.count > 20)
    let sample = ConfigurationSample()
    var surroundings = sample.surroundings
    surroundings = ConfigurationSurroundings(
      kinds: ProviderRegistry.kinds, credentialsDirectory: nil, userAgent: "test",
      now: surroundings.now)
    for (header, key) in Self.keys {
      for value in Self.nonsense {
        sample.folder.write("credstate.toml", "\(header)\n\(key.name) = \(value)\n")
        let check = ConfigurationCheck.run(sample.files, surroundings)
        #expect(check.status == .badConfiguration)
        let place = "credstate.toml:3:"
        #expect(check.faults.contains(place), "\(header) \(key.name) = \(value): \(check.faults)")
      }
    }
  }
}
