internal import JSON
internal import Support
internal import Testing

/// The built stand-in for Kakao beside a scene, with an app that the scene's daemon watches.
private struct KakaoDesk {
  let folder: TemporaryFolder
  private let program: RunningProgram
  private let facts: JSONObject

  init(_ folder: TemporaryFolder, linked users: [String]) async throws {
    self.folder = folder
    program = try RunningProgram(
      "credstate-sandbox", ["serve", "--directory", folder.file("kakao"), "--kind", "kakao"])
    let ready = try await program.log.line(with: "\"ready\"")
    facts = try #require(try JSONValue.parse(Array(ready.utf8), maximumBytes: 4096).object)
    for user in users { _ = try await control(["user", "add", user]) }
  }

  func control(_ words: [String]) async throws -> String {
    let run = try await ProgramRun.run(
      [BuiltProducts.path("credstate-sandbox"), "control"] + words + [
        "--directory", folder.file("kakao"),
      ])
    #expect(run.status == 0, "\(run.errors)")
    return run.text
  }

  func fact(_ name: String) -> String { facts[name]?.string ?? "" }

  /// The provider's section.
  func section(_ more: String) -> String {
    """
    [provider.kakao]
    kind = "kakao"
    app_id = "100001"
    admin_key_file = "\(fact("admin_key"))"
    endpoint = "\(fact("url"))"
    ca_file = "\(fact("ca"))"
    confirm_after = "1s"
    stale_after = "30d"
    baseline = false
    gather = "100ms"
    \(more)
    """
  }
}

@Suite("Kakao, from end to end before its stand-in", .timeLimit(.minutes(5)))
struct KakaoSceneTests {
  private func scene(
    _ users: [String], _ more: String
  ) async throws -> (scene: Scene, desk: KakaoDesk) {
    let scene = try await Scene()
    let desk = try await KakaoDesk(scene.folder, linked: users)
    var settings = SceneSettings()
    settings.more = desk.section(more)
    scene.configure(settings)
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    try await scene.startRunner()
    try await scene.startDaemon()
    try await scene.listen()
    for user in users {
      let run = try await scene.ctl("register", "kakao", user)
      #expect(run.status == 0, "\(run.errors)")
      try await scene.signals.line(with: "subject=\(user)", "state=authorized")
    }
    return (scene, desk)
  }

  @Test("who is missing from the list of linked users is looked at long before the regular look")
  func sweep() async throws {
    let users = (101...105).map { "\($0)" }
    let (scene, desk) = try await scene(users, "interval = \"1h\"\nsweep_interval = \"1s\"")
    _ = try await desk.control(["user", "revoke", "103"])
    let log = try await scene.daemon().log
    try await log.line(with: "Users are missing from the list of linked users")
    try await log.line(with: "A first negative answer", "103")
    let row = try await scene.ctl("show", "kakao", "103")
    #expect(row.text.contains("authorized"), "\(row.text)")
    #expect(scene.signals.lines(with: "CredentialRevoked").isEmpty)
    let calls = try await desk.control(["log"])
    #expect(calls.contains("/v1/user/ids"))
    #expect(try await scene.daemon().stop() == 0)
  }
}
