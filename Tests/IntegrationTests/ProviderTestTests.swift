internal import JSON
internal import Support
internal import Testing

@Suite("Testing a provider through the daemon", .serialized, .timeLimit(.minutes(5)))
struct ProviderTestTests {
  private func test(_ scene: Scene) async throws -> JSONValue {
    let run = try await scene.ctl("provider", "test", "demo", "--json")
    let document = try JSONValue.parse(run.output, maximumBytes: 65_536)
    let report = try #require(document["test"])
    #expect(run.status == (report["well"] == true ? 0 : 1) && document["error"] == nil)
    return report
  }

  private func codes(_ report: JSONValue) -> [String] {
    report["findings"]?.array?.compactMap { $0["code"]?.string } ?? []
  }

  @Test("the daemon tests with its own key and says what is wrong; no user is looked at for it")
  func endToEnd() async throws {
    let scene = try await Scene(SceneSettings(kind: "apple", interval: "24h", confirmAfter: "20h"))
    try await scene.startDaemon()
    try await scene.listen()
    try await scene.enrol("001")
    let shown = try await scene.ctl("show", "demo", "001", "--json").text
    #expect(codes(try await test(scene)) == ["accepted"])
    let text = try await scene.ctl("provider", "test", "demo")
    #expect(text.status == 0 && text.text.contains("accepts this service's identity"))
    #expect(try await scene.ctl("show", "demo", "001", "--json").text == shown)
    #expect(try await scene.ctl("check", "demo", "001").status == 0)

    try await scene.control("mode", "captive-portal")
    let portal = try await test(scene)
    #expect(codes(portal) == ["page"])
    #expect(portal["findings"]?.array?.first?["remedy"]?.string?.contains("portal") == true)
    try await scene.control("mode", "invalid-client")
    #expect(codes(try await test(scene)) == ["identity_refused"])
    let wrong = try await scene.ctl("provider", "test", "demo")
    #expect(wrong.status == 1 && wrong.text.contains("Check the keys and ids"))
    #expect(try await scene.state("001") == "authorized")
    #expect(try await scene.ctl("provider", "test", "other").status == 2)
  }
}
