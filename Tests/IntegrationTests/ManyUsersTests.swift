internal import Glibc
internal import JSON
internal import Linux
internal import Support
internal import Systemd
internal import Testing

@Suite("Many users", .serialized, .timeLimit(.minutes(5)))
struct ManyUsersTests {
  @Test(
    "of 5,000 users 200 are revoked at once: each is told and handled once, over restarts of everything"
  )
  func crowd() async throws {
    var settings = SceneSettings(interval: "1d")
    settings.provider = """
      looks_per_second = 1000
      in_flight = 300
      brake_min = 1000
      brake_max_per_hour = 1000
      brake_max_per_day = 1000
      """
    settings.hooks = "concurrency = 8"
    let scene = try await Scene.running(settings)
    let users = (0..<5_000).map { "u\(10_000 + $0)" }
    let revoked = Set(users.prefix(200))
    try await enrol(users, in: scene)
    try await revoke(Array(revoked), in: scene)
    #expect(try subjects(scene).sorted() == revoked.sorted())
    let log = try await scene.daemon().log
    #expect(log.lines(with: "changed its state", "action=log_out").count == revoked.count)
    #expect(try await told(scene) == revoked.sorted())
    #expect(try await listed(scene) == users.count)

    let asked = try await requests(scene)
    try await upset(scene)
    try await revoke([users[300]], in: scene)
    #expect(try subjects(scene).count == revoked.count + 1)
    // Nobody else was asked again, but for the witness.
    #expect(try await requests(scene) == asked + 2)
  }

  /// Hands users over, many at a time, and waits until all are confirmed.
  private func enrol(_ users: [String], in scene: Scene) async throws {
    let tokens = try ProviderDesk(scene).add(users)
    let desk = try await EnrolmentDesk(scene)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<32 {
        group.addTask {
          for index in stride(from: lane, to: users.count, by: 32) {
            try await desk.register(users[index], token: tokens[index])
          }
        }
      }
      try await group.waitForAll()
    }
    // Not by their signals: a listener that falls far behind loses some.
    try await scene.daemon().log.lines(users.count, with: "The provider confirmed a credential")
  }

  /// A user who is confirmed whenever others need a witness.
  private static let witness = "u14999"

  /// Withdraws the consent of users, has them looked at, and waits until their hooks are done.
  private func revoke(_ users: [String], in scene: Scene) async throws {
    let provider = try ProviderDesk(scene)
    for user in users { try provider.revoke(user) }
    let desk = try await EnrolmentDesk(scene)
    for user in users {
      try await desk.call("CheckNow", [.string("demo"), .string(user), .uint64(0)])
    }
    let log = try await scene.daemon().log
    while log.lines(with: "A hook did its work").count < users.count {
      try await desk.call("CheckNow", [.string("demo"), .string(Self.witness), .uint64(0)])
    }
  }

  /// Restarts and reloads everything, and takes the bus away for a while.
  private func upset(_ scene: Scene) async throws {
    for signal in [SIGKILL, SIGTERM] {
      try await scene.daemon().stop(signal)
      try await scene.stopRunner()
      try await scene.startRunner()
      try await scene.startDaemon()
    }
    let log = try await scene.daemon().log
    scene.bus.stop()
    try await log.line(with: "condition began", "bus_lost")
    try await scene.bus.restart()
    try await log.line(with: "condition ended", "bus_lost")
    #expect(try await scene.ctl("reload").status == 0)
  }

  private func subjects(_ scene: Scene) throws -> [String] {
    try scene.hookDocuments().compactMap { $0["credential"]?.object?["subject"]?.string }
  }

  /// The users of every event that says log out.
  private func told(_ scene: Scene) async throws -> [String] {
    var users: [String] = []
    var next: UInt64 = 0
    while true {
      let answer = try await scene.call(
        "ListEvents", [.string(""), .uint64(next), .uint32(1000), .uint64(0)])
      let rows = answer[1].elements?.compactMap(\.members) ?? []
      guard !rows.isEmpty, case .uint64(let following) = answer[2] else { return users.sorted() }
      next = following
      users += rows.filter { $0["action"]?.text == "log_out" }.compactMap { $0["subject"]?.text }
    }
  }

  private func listed(_ scene: Scene) async throws -> Int {
    let run = try await scene.ctl("list", "--json")
    let document = try JSONValue.parse(run.output, maximumBytes: 64 << 20)
    return document["credentials"]?.array?.count ?? 0
  }

  private func requests(_ scene: Scene) async throws -> Int {
    try await scene.control("log").split(separator: "\n").count { !$0.contains(Self.witness) }
  }
}
