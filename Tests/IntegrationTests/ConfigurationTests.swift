internal import Glibc
internal import Support
internal import Systemd
internal import Testing

@Suite("The configuration of a running daemon", .serialized, .timeLimit(.minutes(5)))
struct ConfigurationTests {
  private static let faulty = """
    mode = "enforced"
    colour = "red"
    [store]
    sealing_key_file = 7
    """

  @Test("a bad file: the daemon ends with 78 and tells every fault on a line of its own")
  func badAtStart() async throws {
    let scene = try await Scene()
    scene.folder.write("credstate.toml", Self.faulty)
    let daemon = try scene.launchDaemon()
    #expect(try await daemon.end() == 78)
    for word in ["mode", "colour", "sealing_key_file"] {
      #expect(daemon.log.lines(with: "credstate.toml:", word).count == 1, "\(daemon.log.lines)")
    }
  }

  @Test("credstated --check-config and credstatectl config check agree on good and bad files")
  func check() async throws {
    let scene = try await Scene()
    let file = scene.folder.file("credstate.toml")
    let daemon = [BuiltProducts.path("credstated"), "--check-config", "--config", file]
    let good = try await ProgramRun.run(daemon)
    #expect(good.status == 0)
    #expect(good.text.hasSuffix("\n") && !good.text.contains("\n\n"))
    #expect(try await scene.ctl("config", "check", file).status == 0)
    scene.folder.write("credstate.toml", Self.faulty)
    let own = try await ProgramRun.run(daemon)
    let other = try await scene.ctl("config", "check", file)
    #expect(own.status == 78)
    #expect(own.output == [])
    #expect(other.status != 0)
    for run in [own, other] { #expect(run.errors.contains("colour"), "\(run.errors)") }
  }

  @Test("a reload with a bad file lists the faults and keeps the old one; a good one takes effect")
  func reload() async throws {
    let scene = try await Scene.running()
    let log = try await scene.daemon().log
    scene.folder.write("credstate.toml", Self.faulty)
    let refused = try await scene.ctl("reload")
    #expect(refused.status == 1)
    for word in ["mode", "colour", "sealing_key_file"] {
      #expect(refused.errors.contains(word), "\(refused.errors)")
    }
    try await log.line(with: "not reloaded", "colour")
    // The old one is in force: its provider goes on.
    try await scene.enrol("001")

    var settings = SceneSettings()
    settings.more = """
      [[hook]]
      name = "second"
      command = ["\(scene.folder.path)/second"]
      """
    scene.configure(settings)
    #expect(try await scene.ctl("reload").status == 0)
    let hooks = try await scene.status()["hooks"]?.elements
    #expect(hooks?.count == 2)
  }

  @Test("whatever is wrong with one of three providers, a reload changes none, and looks go on")
  func halfWrong() async throws {
    let scene = try await Scene.running()
    let log = try await scene.daemon().log
    let folder = scene.folder.path
    scene.folder.write("empty.pem", "")
    let key = "key_file = \"\(folder)/sandbox/AuthKey_KEY1234567.p8\"\nclients = [\"x\"]"
    let wrongs = [
      "key_file = \"\(folder)/none.p8\"\nclients = [\"x\"]",
      "\(key)\nca_file = \"\(folder)/empty.pem\"", "\(key)\ninterval = ",
    ]
    for wrong in wrongs {
      var settings = SceneSettings()
      for (name, keys) in [("second", key), ("third", wrong)] {
        settings.more += """
          [provider.\(name)]
          kind = "sandbox"
          endpoint = "\(scene.endpoint)"
          team_id = "TEAM123456"
          key_id = "KEY1234567"
          \(keys)

          """
      }
      scene.configure(settings)
      #expect(try await scene.ctl("reload").status == 1, "\(wrong)")
    }
    try await log.lines(wrongs.count, with: "not reloaded")
    #expect(try await scene.status()["providers"]?.elements?.count == 1)
    try await scene.enrol("001")
    try await scene.revoke("001")
  }

  @Test("a client that is taken out is a condition until it is back, and its users stay")
  func clientGone() async throws {
    let scene = try await Scene.running()
    try await scene.enrol("001")
    let log = try await scene.daemon().log
    var settings = SceneSettings()
    settings.client = "com.example.other"
    scene.configure(settings)
    #expect(try await scene.ctl("reload").status == 0)
    let began = try await log.line(with: "condition began", "client_not_configured")
    #expect(began.contains("com.example.app"))
    #expect(try await scene.state("001") == "authorized")
    scene.configure(SceneSettings())
    #expect(try await scene.ctl("reload").status == 0)
    try await log.line(with: "condition ended", "client_not_configured")
    #expect(try await scene.state("001") == "authorized")
    #expect(log.lines(with: "A first negative answer").isEmpty)
    try await scene.revoke("001")
  }

  @Test("SIGHUP reloads too: a bad file is told in the log, a good one takes effect")
  func hangUp() async throws {
    let scene = try await Scene.running()
    let daemon = try await scene.daemon()
    scene.folder.write("credstate.toml", Self.faulty)
    daemon.signal(SIGHUP)
    try await daemon.log.line(with: "not reloaded", "colour")
    scene.configure(SceneSettings())
    daemon.signal(SIGHUP)
    try await daemon.log.line(with: "The new configuration is in force")
    try await scene.enrol("001")
  }

  @Test(
    "SIGTERM ends it with 0 although a look waits for its answer", arguments: [SIGTERM, SIGINT])
  func terminate(_ number: Int32) async throws {
    var settings = SceneSettings()
    settings.provider = "request_timeout = \"3s\""
    let scene = try await Scene.running(settings)
    try await scene.control("mode", "slow", "3600")
    try await scene.register("001")
    let daemon = try await scene.daemon()
    #expect(try await daemon.stop(number) == 0)
    #expect(daemon.log.lines(with: "credstated stops").count == 1)
    // The store was closed in order: a new start needs no repair and still knows the user.
    try await scene.control("mode", "normal")
    try await scene.startDaemon()
    let state = try #require(try await scene.state("001"))
    #expect(["unknown", "authorized"].contains(state))
  }

  @Test("a look in flight at SIGTERM is waited for, and its answer is committed")
  func finishesLooks() async throws {
    // On a busy machine the answer may come before the signal; then a slower one shows it.
    for seconds in ["2", "10", "25"] {
      let scene = try await Scene.running()
      try await scene.control("mode", "slow", seconds)
      try await scene.register("001")
      let daemon = try await scene.daemon()
      while try await scene.looksInFlight() != 1 {}
      #expect(try await daemon.stop() == 0)
      let confirmed = "The provider confirmed a credential"
      let lines = daemon.log.lines
      let stop = try #require(lines.firstIndex { $0.contains("credstated stops") })
      if lines[..<stop].contains(where: { $0.contains(confirmed) }) { continue }
      #expect(lines[stop...].contains { $0.contains(confirmed) })
      return
    }
    Issue.record("each answer came before the signal")
  }
}
