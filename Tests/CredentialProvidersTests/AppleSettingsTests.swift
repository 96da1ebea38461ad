internal import CredentialCore
internal import CredentialProviders
internal import Crypto
internal import Glibc
internal import Support
internal import Testing

@Suite("The configuration of the Apple kinds")
struct AppleSettingsTests {
  private let folder = TemporaryFolder()
  private let pem: String

  init() throws {
    pem = try PrivateKey.generateP256().pem().revealText() ?? ""
    folder.write("key.p8", pem, mode: 0o600)
  }

  private func values(
    _ changes: [(String, ConfigurationNode.Content?)]
  ) -> [(String, ConfigurationNode.Content)] {
    var values: [(String, ConfigurationNode.Content)] = [
      ("team_id", .text("TEAM123456")), ("key_id", .text("KEY1234567")),
      ("key_file", .text(folder.file("key.p8"))),
      ("clients", .list([AppleStage.node(.text("com.example.app"))])),
    ]
    for (key, value) in changes {
      values.removeAll { $0.0 == key }
      if let value { values.append((key, value)) }
    }
    return values
  }

  /// The faults of a section, each as text.
  private func faults(
    _ kind: String, _ changes: [(String, ConfigurationNode.Content?)], credentials: String? = nil
  ) throws -> [String] {
    do {
      let provider = try AppleStage.provider(kind: kind, values(changes), credentials: credentials)
      provider.looker.close()
      return []
    } catch let refused as AppleStage.Refused {
      return refused.faults.map(\.description)
    }
  }

  @Test("four keys are enough, and the defaults are Apple's guidance")
  func defaults() throws {
    let provider = try AppleStage.provider(kind: "apple", values([]))
    provider.looker.close()
    #expect(provider.kind == "apple" && provider.clients.map(\.text) == ["com.example.app"])
    #expect(provider.policy.interval == .seconds(86_400))
    #expect(provider.policy.confirmAfter == .seconds(72_000))
    #expect(provider.policy.budgetPeriod == .seconds(86_400))
    #expect(provider.policy.deadToken == .revoke && provider.policy.mode == .enforce)
  }

  @Test("the stand-in needs no consideration")
  func sandbox() throws {
    let changes: [(String, ConfigurationNode.Content?)] = [
      ("endpoint", .text("https://127.0.0.1:4443")), ("interval", .text("1s")),
      ("confirm_after", .text("1s")),
    ]
    let provider = try AppleStage.provider(kind: "sandbox", values(changes))
    provider.looker.close()
    #expect(provider.policy.interval == .seconds(1) && provider.policy.budgetPeriod == .zero)
  }

  @Test(
    "a value that is wrong is refused with the key and what would be right",
    arguments: [
      ("client_secret_lifetime", "200d", "182d14h30m"), ("interval", "5m", "1d to 90d"),
      ("interval", "1d", ""), ("confirm_after", "1m", "15m"),
      ("stale_after", "1d", "1d15m to 365d"), ("stale_after", "1d20h", ""),
      ("stale_after", "1d19h", "interval + confirm_after, here 1d20h"),
      ("team_id", "team", "10 characters"),
      ("key_id", "com.example.key", "10 characters"), ("key_id", "TEAM123456", "same as team_id"),
      ("endpoint", "http://appleid.apple.com", "https://"), ("endpoint", "https://a/b", "path"),
      ("key_file", "key.p8", "absolute path"), ("ca_file", "/nonexistent/ca.pem", "ca.pem"),
      ("proxy", "proxy.example:3128", "http://"), ("dead_token", "delete", "reauthenticate"),
      ("clinets", "x", "did you mean \"clients\"?"),
    ])
  func refused(key: String, value: String, part: String) throws {
    let faults = try faults("apple", [(key, .text(value))])
    guard !part.isEmpty else {
      #expect(faults.isEmpty)
      return
    }
    #expect(faults.count == 1)
    #expect(faults[0].hasPrefix("test.toml:1:1: provider.test.\(key): "), "\(faults[0])")
    #expect(faults[0].contains(part), "\(faults[0])")
  }

  @Test(
    "the stand-in must be on this machine",
    arguments: [
      ("https://localhost:1", true), ("https://127.8.9.1", true), ("https://[::1]:4443", true),
      ("https://appleid.apple.com", false), ("https://127.0.0.1.example.com", false),
      ("https://localhost.example.com", false), ("http://127.0.0.1", false),
      ("https://127.0.0.1@example.com", false), ("https://[::2]", false), ("https://", false),
    ])
  func loopback(endpoint: String, allowed: Bool) throws {
    #expect(try faults("sandbox", [("endpoint", .text(endpoint))]).isEmpty == allowed)
  }

  @Test("client ids are given once, without the team id")
  func clients() throws {
    func faults(_ clients: [String]) throws -> [String] {
      try self.faults(
        "apple", [("clients", .list(clients.map { AppleStage.node(.text($0)) }))])
    }
    #expect(try faults([])[0].contains("at least one"))
    #expect(try faults(["a", "a"])[0].contains("twice"))
    #expect(try faults(["a", "A"]).isEmpty)
    #expect(try faults([""])[0].contains("is empty"))
    #expect(try faults(["TEAM123456.com.example.app"])[0].contains("without the team id"))
  }

  @Test("a key file with other line ends loads, and a wrong one names file and trouble")
  func keyFiles() throws {
    func fault(_ text: String, mode: UInt32 = 0o600) throws -> String? {
      folder.write("other.p8", text, mode: mode)
      return try faults("apple", [("key_file", .text(folder.file("other.p8")))]).first
    }
    #expect(try fault(pem.replacing("\n", with: "\r\n")) == nil)
    #expect(try fault(String(pem.dropLast())) == nil)
    #expect(try fault(pem + "\n  \n") == nil)
    #expect(try fault("")?.contains("other.p8: the key is empty") == true)
    #expect(try fault(pem.replacing("\n", with: "\\n"))?.contains("line break") == true)
    #expect(try fault(pem, mode: 0o644)?.contains("chmod o=") == true)
    let rsa = try PrivateKey.generateRSA().pem().revealText() ?? ""
    #expect(try fault(rsa)?.contains("EC keys on P-256") == true)
    #expect(try faults("apple", [("key_file", .text("/nonexistent/k.p8"))])[0].contains("k.p8"))
  }

  @Test("stricter modes, the group's and the service manager's are accepted")
  func modes() throws {
    for mode: UInt32 in [0o400, 0o440, 0o600, 0o640] {
      let path = folder.write("mode.p8", pem, mode: 0o600)
      chmod(path, mode)
      #expect(try faults("apple", [("key_file", .text(path))]).isEmpty, "\(mode)")
    }
    // In the manager's own directory the manager vouches for who can read it.
    chmod(folder.file("key.p8"), 0o444)
    let changes: [(String, ConfigurationNode.Content?)] = [
      ("key_file", nil), ("key_credential", .text("key.p8")),
    ]
    #expect(try faults("apple", changes, credentials: folder.path).isEmpty)
  }

  @Test("the key comes from a file or a systemd credential, not both and not neither")
  func keySources() throws {
    let credential: (String, ConfigurationNode.Content?) = ("key_credential", .text("key.p8"))
    #expect(try faults("apple", [("key_file", nil), credential], credentials: folder.path).isEmpty)
    #expect(try faults("apple", [("key_file", nil), credential])[0].contains("LoadCredential="))
    #expect(try faults("apple", [credential])[0].contains("give one"))
    #expect(try faults("apple", [("key_file", nil)])[0].contains("is missing"))
  }
}
