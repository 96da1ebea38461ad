import CredentialCore
import Testing

@testable import CredentialDaemon

@Suite("The configuration of hooks")
struct HookConfigurationTests {
  let sample = ConfigurationSample()
  let good = "[provider.apple]\nkind = \"apple\"\nclient_id = \"com.example.app\"\n"

  @Test("an entry inherits what it does not say from [hooks]")
  func inherits() throws {
    let configuration = try sample.load(
      good + """
        [hooks]
        timeout = "10s"
        [[hook]]
        name = "one"
        command = ["/bin/true", "$HOME"]
        [[hook]]
        name = "two"
        command = ["/bin/true"]
        timeout = "3s"
        on_unknown = "dead_letter"
        min_action = "none"
        on = ["state_changed", "grant_lost"]
        """)
    let (one, two) = (configuration.hooks[0], configuration.hooks[1])
    #expect(one.limits.timeout == .seconds(10))
    #expect(one.limits.retry.retriesUnknown)
    #expect(one.command == ["/bin/true", "$HOME"])
    #expect(one.subscription.minimumAction == .logOut)
    #expect(two.limits.timeout == .seconds(3))
    #expect(!two.limits.retry.retriesUnknown)
    #expect(two.subscription.kinds == [.stateChanged, .grantLost])
  }

  @Test("two hooks of one name, a relative program and an unknown provider are refused")
  func refusals() {
    let entry = "[[hook]]\nname = \"x\"\ncommand = [\"/bin/true\"]\n"
    #expect(sample.faults(good + entry + entry).contains { $0.contains("used by two hooks") })
    let relative = "[[hook]]\nname = \"x\"\ncommand = [\"true\"]\nproviders = [\"appel\"]\n"
    let faults = sample.faults(good + relative)
    #expect(faults.contains { $0.contains("hook.command: must be an absolute path") })
    #expect(faults.contains { $0.contains("\"appel\" is not configured") })
  }

  @Test("an entry that no event could ever match is refused", arguments: ["on", "providers"])
  func matchesNothing(_ key: String) {
    let entry = "[[hook]]\nname = \"x\"\ncommand = [\"/bin/true\"]\n\(key) = []\n"
    let faults = sample.faults(good + entry)
    #expect(faults.contains { $0.contains("hook.\(key): is empty") }, "\(faults)")
  }

  @Test("hooks of drop-ins are added to those of the main file")
  func joined() throws {
    let entry = { (name: String) in "[[hook]]\nname = \"\(name)\"\ncommand = [\"/bin/true\"]\n" }
    let configuration = try sample.load(
      good + entry("main"), dropIns: ["10.toml": entry("more")])
    #expect(configuration.hooks.map(\.name.text) == ["main", "more"])
  }
}
