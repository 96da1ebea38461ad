internal import Glibc
internal import JSON
internal import Support
internal import Testing

@Suite("An app goes to another team", .serialized, .timeLimit(.minutes(5)))
struct TransferTests {
  private static let target = "transfer_team_id = \"TEAM654321\"\n"

  private func settings(_ folder: String, accepted: String? = nil, pace: String = "100")
    -> SceneSettings
  {
    var settings = SceneSettings()
    settings.provider = Self.target + "looks_per_second = \(pace)\n"
    guard let accepted else { return settings }
    settings.provider += """
      transfer_key_id = "KEY7654321"
      transfer_key_file = "\(folder)/sandbox/AuthKey_KEY7654321.p8"
      transfer_accepted = "\(accepted)"
      """
    return settings
  }

  private func scene(_ users: [String], pace: String = "100") async throws -> Scene {
    let scene = try await Scene()
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    scene.configure(settings(scene.folder.path, pace: pace))
    try await scene.startRunner()
    try await scene.startDaemon()
    try await scene.listen()
    for user in users { try await scene.enrol(user) }
    return scene
  }

  /// One number of `transfer status`.
  private func number(_ name: String, _ scene: Scene) async throws -> Int64? {
    let run = try await scene.ctl("transfer", "status", "demo", "--json")
    let document = try JSONValue.parse(Array(run.text.utf8), maximumBytes: 65_536)
    return document["transfer"]?[name]?.integer
  }

  /// Asks until a number of `transfer status` is reached.
  private func wait(_ name: String, _ number: Int64, _ scene: Scene) async throws {
    while try await self.number(name, scene) ?? 0 < number { try Task.checkCancellation() }
  }

  private func rows(_ scene: Scene, _ options: String...) async throws -> [JSONValue] {
    let run = try await scene.ctl(["transfer", "list", "demo", "--json"] + options)
    return try JSONValue.parse(Array(run.text.utf8), maximumBytes: 65_536)["transfers"]?.array ?? []
  }

  /// The new name that the stand-in gives a user.
  private func successor(_ user: String, _ scene: Scene) async throws -> String {
    let text = try await scene.control("transfer", "names", user)
    return try JSONValue.parse(Array(text.utf8), maximumBytes: 4096)["new"]?.string ?? ""
  }

  /// The app is accepted now, at the provider and in the configuration.
  private func accept(_ scene: Scene, _ options: String...) async throws {
    let now = try await ProgramRun.run(["/bin/date", "-u", "+%Y-%m-%dT%H:%M:%S.%3NZ"], input: "")
    try await scene.control(["transfer", "accept"] + options)
    let accepted = now.text.trimmingSuffix(while: \.isNewline)
    scene.configure(settings(scene.folder.path, accepted: String(accepted)))
    #expect(try await scene.ctl("reload").status == 0)
  }

  @Test("each user is collected, then exchanged; sessions go on under the new name")
  func whole() async throws {
    let scene = try await scene(["u.1", "u.2", "u.3"])
    #expect(try await scene.ctl("transfer", "import", "demo").status != 0)
    #expect(try await scene.ctl("transfer", "export", "demo").status == 0)
    try await wait("collected", 3, scene)
    try await accept(scene)
    let log = try await scene.daemon().log
    try await log.line(with: "condition began", "transfer_open", "subject=demo")
    #expect(try await rows(scene, "--unmapped").count == 3)
    #expect(try await scene.ctl("transfer", "import", "demo").status == 0)
    try await wait("mapped", 3, scene)
    try await log.line(with: "condition ended", "transfer_open", "subject=demo")
    for user in ["u.1", "u.2", "u.3"] {
      let new = try await successor(user, scene)
      try await scene.signals.line(
        with: "CredentialStateChanged", "subject=\(user)", "state=transferred")
      try await scene.signals.line(
        with: "CredentialStateChanged", "subject=\(new)", "state=authorized", "account-\(user)")
      #expect(try await scene.state(user) == "transferred")
    }
    let names = try await rows(scene).compactMap { $0["new_subject"]?.string }
    #expect(Set(names).count == 3)
    #expect(try await rows(scene, "--unmapped").isEmpty)
    #expect(scene.signals.lines(with: "CredentialRevoked").isEmpty)
    #expect(scene.folder.read("hook.json") == nil)
    let audit = try await scene.ctl("audit").text
    #expect(audit.contains("transfer_export") && audit.contains("transfer_import"))
    let plan = try await scene.ctl("transfer", "plan", "demo").text
    #expect(plan.contains("3 of 3 users have their new name"))
  }

  @Test("tokens of before that die with the move log nobody out, and the exchange goes on")
  func deadTokens() async throws {
    let scene = try await scene(["u.1", "u.2", "u.3"])
    #expect(try await scene.ctl("transfer", "export", "demo").status == 0)
    try await wait("collected", 3, scene)
    try await accept(scene, "--end-tokens")
    for user in ["u.1", "u.2", "u.3"] {
      try await scene.signals.line(
        with: "CredentialStateChanged", "subject=\(user)", "state=transferred")
    }
    #expect(try await scene.ctl("transfer", "import", "demo").status == 0)
    try await wait("mapped", 3, scene)
    #expect(scene.signals.lines(with: "CredentialRevoked").isEmpty)
    #expect(scene.folder.read("hook.json") == nil)
  }

  @Test("killed in the middle and started again, it goes on by itself")
  func killed() async throws {
    let users = (1...8).map { "u.\($0)" }
    let scene = try await scene(users, pace: "2")
    #expect(try await scene.ctl("transfer", "export", "demo").status == 0)
    try await wait("collected", 1, scene)
    try await scene.daemon().stop(SIGKILL)
    try await scene.startDaemon()
    try await wait("collected", 8, scene)
    #expect(try await rows(scene).allSatisfy { $0["transfer_subject"] != nil })
    let audit = try await scene.ctl("audit").text
    #expect(audit.split(separator: "\n").count { $0.contains("transfer_export") } == 1)
  }
}

extension String {
  fileprivate func trimmingSuffix(while isCut: (Character) -> Bool) -> Substring {
    var rest = self[...]
    while let last = rest.last, isCut(last) { rest.removeLast() }
    return rest
  }
}
