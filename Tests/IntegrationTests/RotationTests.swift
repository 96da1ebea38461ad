internal import Glibc
internal import Support
internal import Systemd
internal import Testing

/// A daemon before a server that replaces tokens and detects reuse.
struct RotationScene {
  let scene: Scene
  let server: RotatingEndpoint
  let desk: EnrolmentDesk

  init(interval: String = "1s", rotation: String = "rotating = true") async throws {
    scene = try await Scene()
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    server = try RotatingEndpoint(scene.folder)
    var settings = SceneSettings()
    settings.more = server.section(
      "rot", folder: scene.folder.path, interval: interval, rotation: rotation)
    scene.configure(settings)
    try await scene.startRunner()
    // The limit of a file's size stands for the disk's; its signal is ignored, so that writes fail.
    try await scene.startDaemon(prefix: ["/bin/sh", "-c", "trap '' XFSZ; exec \"$@\"", "sh"])
    try await scene.listen()
    desk = try await EnrolmentDesk(scene)
  }

  /// Signs a user in and waits until the first token was replaced.
  func enrol(_ user: String) async throws {
    try await desk.register(user, provider: "rot", token: server.add(user))
    try await scene.signals.line(with: "subject=\(user)", "state=authorized")
  }

  /// Ends the daemon as a crash does, and starts another.
  func crash() async throws {
    try await scene.daemon().stop(SIGKILL)
    try await scene.startDaemon()
  }

  /// The row of a user.
  func row(_ user: String) async throws -> [BusField] {
    let answer = try await scene.call("Get", [.string("rot"), .string(user), .uint64(0)])
    return try #require(answer.first?.members)
  }

  /// Waits until a user's token was replaced so many times.
  func rotated(_ user: String, _ number: Int) async throws {
    try await server.seen.line(with: "token=\(user).\(number). rotated")
  }

  /// What must hold whatever happened: nothing was presented twice, nobody is logged out, and no token
  /// stands in the log.
  func expectNoHarm() async throws {
    #expect(server.reuses.isEmpty, "\(server.reuses)")
    #expect(scene.signals.lines(with: "CredentialRevoked").isEmpty)
    #expect(scene.signals.lines(with: "ReauthenticationNeeded").isEmpty)
    #expect(scene.folder.read("hook.json") == nil)
    #expect(try await scene.daemon().log.lines(with: RotatingEndpoint.mark).isEmpty)
  }
}

@Suite("A provider that replaces tokens", .serialized, .timeLimit(.minutes(5)))
struct RotationTests {
  @Test("each refresh uses the token of the one before; no token is presented twice")
  func healthy() async throws {
    let rotation = try await RotationScene()
    try await rotation.enrol("ann")
    try await rotation.enrol("bob")
    try await rotation.rotated("ann", 4)
    try await rotation.rotated("bob", 4)
    try await rotation.expectNoHarm()
  }

  @Test("twenty checks of one user at once send one refresh at a time")
  func manyChecks() async throws {
    let rotation = try await RotationScene()
    try await rotation.enrol("ann")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await rotation.desk.call(
            "CheckNow", [.string("rot"), .string("ann"), .uint64(0)])
        }
      }
      try await group.waitForAll()
    }
    try await rotation.rotated("ann", 5)
    try await rotation.expectNoHarm()
  }

  @Test("killed while an answer is awaited: the token is lost, told, and never presented again")
  func killedWhileAwaiting() async throws {
    let rotation = try await RotationScene()
    try await rotation.enrol("ann")
    try await rotation.enrol("bob")
    rotation.server.plan("ann", .held)
    let count = rotation.server.seen.lines(with: "token=ann.").count
    try await rotation.server.seen.lines(count + 1, with: "token=ann.")
    try await rotation.crash()
    let log = try await rotation.scene.daemon().log
    try await log.line(with: "The answer to a refresh was lost", "subject=ann")
    try await log.line(with: "condition began", "rotation_lost", "subject=rot")
    let after = rotation.server.seen.lines(with: "token=bob.").count
    try await rotation.server.seen.lines(after + 3, with: "token=bob.")
    #expect(rotation.server.seen.lines(with: "token=ann.").count == count + 1)
    #expect(try await rotation.row("ann")["state"]?.text == "authorized")
    let told = try await rotation.scene.ctl("explain", "rot", "ann")
    #expect(told.text.contains("the answer to a refresh is lost"))
    #expect(!told.text.contains(RotatingEndpoint.mark))
    try await rotation.expectNoHarm()
  }

  @Test("killed after the commit: the next process goes on with the new token")
  func killedAfterCommit() async throws {
    let rotation = try await RotationScene(interval: "1h")
    try await rotation.enrol("ann")
    try await rotation.crash()
    try await rotation.desk.call("CheckNow", [.string("rot"), .string("ann"), .uint64(0)])
    try await rotation.rotated("ann", 2)
    try await rotation.expectNoHarm()
  }

  @Test(
    "an answer that is lost on the way is the loss of the token, not the user's doing",
    arguments: [RotatingEndpoint.Fate.dropped, .gateway])
  func lostOnTheWay(fate: RotatingEndpoint.Fate) async throws {
    let rotation = try await RotationScene()
    try await rotation.enrol("ann")
    try await rotation.enrol("bob")
    rotation.server.plan("ann", fate)
    let log = try await rotation.scene.daemon().log
    try await log.line(with: "The answer to a refresh was lost", "subject=ann")
    let count = rotation.server.seen.lines(with: "token=ann.").count
    let after = rotation.server.seen.lines(with: "token=bob.").count
    try await rotation.server.seen.lines(after + 3, with: "token=bob.")
    #expect(rotation.server.seen.lines(with: "token=ann.").count == count)
    let grants = try await rotation.row("ann")["grants"]?.elements
    #expect("\(grants ?? [])".contains("lost"))
    // The next sign-in mends it.
    try await rotation.desk.register(
      "ann", provider: "rot", token: rotation.server.add("ann"))
    try await rotation.rotated("ann", 3)
    try await rotation.expectNoHarm()
  }

  @Test("an answer whose identity token cannot be checked still gives its new refresh token")
  func oddIdentity() async throws {
    let rotation = try await RotationScene()
    try await rotation.enrol("ann")
    rotation.server.plan("ann", .withOddIdentity)
    try await rotation.rotated("ann", 5)
    #expect(try await rotation.row("ann")["state"]?.text == "authorized")
    try await rotation.expectNoHarm()
  }

  @Test("with a grace time a token whose answer was lost is presented once more")
  func grace() async throws {
    let rotation = try await RotationScene(rotation: "rotating = true\nrotation_grace = \"1m\"")
    try await rotation.enrol("ann")
    rotation.server.plan("ann", .ignored)
    let line = try await rotation.server.seen.line(with: "token=ann.", "ignored")
    let token = try #require(line.split(separator: " ").dropFirst().first)
    try await rotation.server.seen.line(with: "\(token) rotated")
    #expect(rotation.server.seen.lines(with: "\(token) ").count == 2)
    try await rotation.expectNoHarm()
    #expect(try await rotation.scene.daemon().log.lines(with: "refresh was lost").isEmpty)
  }

  @Test("where others refresh the same tokens no look is made, and a check is refused")
  func shared() async throws {
    let rotation = try await RotationScene(rotation: "shared = true")
    try await rotation.desk.register(
      "ann", provider: "rot", token: rotation.server.add("ann"))
    let run = try await rotation.scene.ctl("check", "rot", "ann")
    #expect(run.status == 1 && run.errors.contains("refreshed by others"))
    #expect(rotation.server.seen.lines.isEmpty)
    #expect(try await rotation.row("ann")["state"]?.text == "unknown")
  }

  @Test("a full disk at the moment of the answer loses no new token")
  func fullDisk() async throws {
    let rotation = try await RotationScene()
    try await rotation.enrol("ann")
    rotation.server.plan("ann", .held)
    let count = rotation.server.seen.lines(with: "token=ann.").count
    try await rotation.server.seen.lines(count + 1, with: "token=ann.")
    let daemon = try await rotation.scene.daemon()
    try await limitFiles(of: daemon, to: "0")
    rotation.server.release()
    try await daemon.log.line(with: "condition began", "store_blocked")
    try await limitFiles(of: daemon, to: "unlimited")
    try await daemon.log.line(with: "condition ended", "store_blocked")
    try await rotation.rotated("ann", count + 3)
    try await rotation.expectNoHarm()
  }

  @Test(
    "killed again and again at any moment: nothing is presented twice, and nobody is logged out")
  func killedAtRandom() async throws {
    let rotation = try await RotationScene()
    for round in 0..<8 {
      for index in 0..<4 { try await rotation.enrol("u\(round)x\(index)") }
      let count = rotation.server.seen.lines.count
      try await rotation.server.seen.lines(count + 1 + round, with: "token=")
      try await rotation.crash()
    }
    let lost = try await rotation.scene.ctl("events", "--json")
    #expect(lost.status == 0)
    try await rotation.expectNoHarm()
  }

  private func limitFiles(of daemon: RunningProgram, to limit: String) async throws {
    let run = try await ProgramRun.run(
      ["prlimit", "--pid", "\(daemon.pid)", "--fsize=\(limit):unlimited"])
    #expect(run.status == 0, "\(run.errors)")
  }
}
