internal import Support
internal import Systemd
internal import Testing

@testable internal import CredentialDaemon

@Suite("The bus interface as it is served")
struct MonitorInterfaceTests {
  @Test(
    "introspection shows the members and arguments of the shipped text",
    .timeLimit(.minutes(5)))
  func introspection() async throws {
    let bus = try await PrivateBus.start()
    var settings = BusSettings(address: BusAddress(bus.address))
    settings.name = "org.credstate.Monitor1"
    settings.interfaces = [MonitorInterface.served { call in call.reply() }]
    let connection = BusConnection(settings)
    try await connection.ready()
    let client = try await BusClient.connect(to: BusAddress(bus.address))
    let answer = try await client.call(
      BusRequest(
        destination: "org.credstate.Monitor1", path: "/org/credstate/Monitor1",
        interface: "org.freedesktop.DBus.Introspectable", member: "Introspect",
        timeout: .seconds(120)))
    let served = Self.members(answer.first?.text ?? "")
    #expect(served.count > 30)
    let documented = Self.members(try ProjectText.read("systemd/org.credstate.Monitor1.xml"))
    #expect(served == documented)
    await connection.close()
  }

  /// Each method, signal and argument of our interface, one a line, in order.
  private static func members(_ xml: String) -> [String] {
    var isOurs = false
    var members: [String] = []
    for line in xml.split(separator: "\n") {
      let line = line.drop { $0 == " " }
      if line.hasPrefix("<interface ") { isOurs = line.contains("org.credstate.Monitor1") }
      guard isOurs else { continue }
      guard ["<method ", "<signal ", "<arg "].contains(where: { line.hasPrefix($0) }) else {
        continue
      }
      members.append(Self.attributes(line).sorted().joined(separator: " "))
    }
    return members
  }

  private static func attributes(_ line: Substring) -> [String] {
    line.split { $0 == " " || $0 == ">" || $0 == "/" || $0 == "<" }.map(String.init)
  }
}
