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

  @Test(
    "a webhook that says why somebody has gone is believed when looks agree: a deletion allows to erase"
  )
  func reasons() async throws {
    let users = (201...206).map { "\($0)" }
    let (scene, desk) = try await scene(users, "interval = \"1s\"\nbrake_min = 10")
    let key = scene.folder.file("authorization")
    let admin = String(decoding: scene.folder.read("kakao/admin-key") ?? [], as: UTF8.self)
    let line = admin.split(separator: "\n").first ?? ""
    scene.folder.write("authorization", "KakaoAK \(line)", mode: 0o600)
    // Who is still linked stays, whatever is said.
    for (user, reason, how) in [
      ("201", "ACCOUNT_DELETE", "delete"), ("202", "UNLINK_FROM_APPS", "revoke"),
      ("203", "ACCOUNT_DELETE", ""),
    ] {
      if !how.isEmpty { _ = try await desk.control(["user", how, user]) }
      let run = try await scene.ctl(
        "push", "kakao", "--content-type", "application/x-www-form-urlencoded",
        "--authorization-file", key,
        input: "app_id=100001&user_id=\(user)&referrer_type=\(reason)")
      #expect(run.status == 0, "\(run.errors)")
    }
    let deleted = try await scene.signals.line(with: "CredentialRevoked", "subject=201")
    #expect(deleted.contains("reason=account_deleted") && deleted.contains("action=erase_allowed"))
    let left = try await scene.signals.line(with: "CredentialRevoked", "subject=202")
    #expect(left.contains("reason=not_linked") && left.contains("action=log_out"))
    #expect(left.contains("said before: UNLINK_FROM_APPS"), "\(left)")
    #expect(scene.signals.lines(with: "CredentialRevoked", "subject=203").isEmpty)
    #expect(try await scene.daemon().stop() == 0)
  }
}
