internal import Glibc
internal import Support
internal import Testing

@Suite("Apple's one look a day", .timeLimit(.minutes(5)))
struct BudgetTests {
  @Test("whatever is asked, reloaded, killed and started again, no user is looked at a third time")
  func budget() async throws {
    let settings = SceneSettings(kind: "apple", interval: "1d", confirmAfter: "20h")
    let scene = try await Scene.running(settings)
    let users = ["001", "002", "003"]
    for user in users { try await scene.enrol(user) }
    for user in users {
      #expect(try await scene.ctl("check", "demo", user).status == 0)
      try await looks(scene, at: user, 2)
      // The provider notes a look before its answer is on the way back.
      while try await scene.looksInFlight() != 0 {}
    }
    for signal in [SIGTERM, SIGKILL, SIGKILL] {
      for user in users {
        let run = try await scene.ctl("check", "demo", user)
        #expect(run.status == 1 && run.errors.contains("try again after"), "\(run.errors)")
      }
      #expect(try await scene.ctl("reload").status == 0)
      try await scene.daemon().stop(signal)
      try await scene.startDaemon()
    }
    // A sign-in that comes now waits for its turn too.
    try await scene.register("001")
    try await scene.daemon().stop()
    for user in users { try await looks(scene, at: user, 2) }
  }

  /// Waits until the provider was asked `count` times about a user; it must not be more.
  private func looks(_ scene: Scene, at user: String, _ count: Int) async throws {
    var seen = 0
    while seen < count {
      let lines = try await scene.control("log").split(separator: "\n")
      seen = lines.count { $0.contains("\"subject\":\"\(user)\"") }
    }
    #expect(seen == count, "\(user)")
  }
}
