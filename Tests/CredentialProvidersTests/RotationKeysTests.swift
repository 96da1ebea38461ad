internal import CredentialCore
internal import Testing

@testable internal import CredentialProviders

@Suite("The keys of a provider that replaces tokens")
struct RotationKeysTests {
  private func read(
    _ values: [(String, ConfigurationNode.Content)], byDefault: Bool = false
  ) -> (Rotation, [ConfigurationFault]) {
    let faults = ConfigurationFaults()
    let members = values.map {
      ConfigurationNode.Member(
        key: $0.0, position: AppleStage.position, node: AppleStage.node($0.1))
    }
    var section = Section(
      AppleStage.node(.table(members)), name: "provider.test", faults: faults)
    let rotation = RotationKeys(rotatesByDefault: byDefault).read(&section)
    section.finish()
    return (rotation, faults.all)
  }

  @Test("say whether it rotates, with which grace time, or who else refreshes")
  func values() {
    #expect(read([]).0 == .none)
    #expect(read([], byDefault: true).0 == .rotating(grace: .zero))
    #expect(read([("rotating", .boolean(true))]).0 == .rotating(grace: .zero))
    #expect(
      read([("rotation_grace", .text("30s"))], byDefault: true).0
        == .rotating(grace: .seconds(30)))
    #expect(read([("shared", .boolean(true))], byDefault: true).0 == .shared)
    #expect(read([("rotating", .boolean(false))], byDefault: true).0 == .none)
  }

  @Test("a grace time of a provider that does not rotate is a fault")
  func useless() {
    let faults = read([("rotation_grace", .text("30s"))]).1
    #expect(faults.count == 1 && "\(faults)".contains("rotating = true"))
  }
}
