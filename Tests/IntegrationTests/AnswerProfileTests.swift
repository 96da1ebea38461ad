internal import HTTPServer
internal import JSON
internal import Support
internal import Testing

@Suite("What a provider's answers are taken for", .serialized, .timeLimit(.minutes(5)))
struct AnswerProfileTests {
  private static let entry = """
    [[provider.demo.answer]]
    status = [403]
    error = "gateway_quota"
    class = "throttled"
    why = "Our gateway."
    """

  @Test("a configured answer decides after a reload, and is shown with its place")
  func configured() async throws {
    let scene = try await Scene()
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    let endpoint = try StandInEndpoint(scene.folder)
    var settings = SceneSettings()
    settings.more = """
      [provider.odd]
      kind = "sandbox"
      endpoint = "\(endpoint.url)"
      ca_file = "\(endpoint.authority)"
      team_id = "TEAM123456"
      key_id = "KEY1234567"
      key_file = "\(scene.folder.path)/sandbox/AuthKey_KEY1234567.p8"
      clients = ["odd"]
      interval = "1s"
      confirm_after = "1s"

      """
    scene.configure(settings)
    try await scene.startDaemon()
    try await scene.listen()
    let before = try await scene.ctl("provider", "profile", "odd", "--json")
    let rows = try JSONValue.parse(before.output, maximumBytes: 65_536)["profile"]?["rows"]?.array
    #expect(try #require(rows).allSatisfy { $0["configured"] == false && $0["place"] == nil })

    settings.more += Self.entry.replacing("provider.demo", with: "provider.odd")
    scene.configure(settings)
    #expect(try await scene.ctl("reload").status == 0)
    endpoint.answer(
      "odd",
      ServerResponse(
        status: 403, headers: [HeaderField("Content-Type", "application/json")],
        body: Array(#"{"error":"gateway_quota"}"#.utf8)))
    try await EnrolmentDesk(scene).register("001", provider: "odd", client: "odd", token: "r.1")
    let log = try await scene.daemon().log
    let line = try await log.line(with: "condition began", "subject=odd")
    #expect(line.contains("provider_throttled"))
    let shown = try await scene.ctl("provider", "profile", "odd").text
    let first = try #require(shown.split(separator: "\n").dropFirst().first)
    #expect(first.hasPrefix("403 ") && first.hasSuffix("Our gateway."), "\(shown)")
    #expect(first.contains("gateway_quota") && first.contains("credstate.toml:"))
  }

  @Test("an entry that would make a death of an ambiguous answer is a fault with its place")
  func refused() async throws {
    let scene = try await Scene()
    var settings = SceneSettings()
    settings.more = Self.entry.replacing("throttled", with: "dead")
    scene.configure(settings)
    let check = try await scene.ctl("config", "check", scene.folder.file("credstate.toml"))
    #expect(check.status == 78)
    #expect(check.errors.contains("provider.demo.answer.class: must not be \"dead\""))
    #expect(check.errors.contains("credstate.toml:"))
    let daemon = try scene.launchDaemon()
    #expect(try await daemon.end() == 78)
  }

  @Test("a provider that is not configured has no profile, and the answer says which there are")
  func unknown() async throws {
    let scene = try await Scene()
    try await scene.startDaemon()
    let run = try await scene.ctl("provider", "profile", "apple")
    #expect(run.status == 2 && run.errors.contains("configured are: demo"))
  }
}
