internal import JSON
internal import Support
internal import Testing

@Suite("Recording a provider's answers about a test user", .serialized, .timeLimit(.minutes(5)))
struct RecordingTests {
  private func answers(_ scene: Scene) async throws -> [JSONValue] {
    let run = try await scene.ctl("provider", "record", "demo", "--json")
    #expect(run.status == 0, "\(run.errors)")
    let document = try JSONValue.parse(run.output, maximumBytes: 1 << 20)
    return document["recordings"]?.array?.first?["answers"]?.array ?? []
  }

  /// Waits for a look that is recorded with this class.
  private func recorded(_ answerClass: String, _ scene: Scene) async throws -> JSONValue {
    while true {
      let found = try await answers(scene).last { $0["class"] == .string(answerClass) }
      if let found { return found }
    }
  }

  @Test("a revocation is recorded over its looks, without a secret, and kept over a restart")
  func revocation() async throws {
    let scene = try await Scene.running()
    let token = try await scene.enrol("001.canary")
    for user in ["002", "003", "004"] { try await scene.enrol(user) }
    let start = try await scene.ctl("provider", "record", "demo", "001.canary")
    #expect(start.status == 0 && start.text.contains("demo/001.canary are recorded since"))
    let good = try await recorded("authorized", scene)
    #expect(good["status"] == 200 && good["row"] == "200 token")
    #expect(good["body"]?.string?.contains("JWT, ") == true)
    try await scene.revoke("001.canary")
    let dead = try await recorded("token_dead", scene)
    #expect(dead["status"] == 400 && dead["body"] == #"{"error":"invalid_grant"}"#)

    try await scene.daemon().stop()
    try await scene.startDaemon()
    let before = try await answers(scene).count
    #expect(before >= 2)
    let shown = try await scene.ctl("provider", "record", "demo")
    #expect(shown.text.contains("200, 400 error invalid_grant"))
    #expect(!shown.text.contains("canary") && shown.errors.contains("user 1 is 001.canary"))
    #expect(!shown.text.contains(token) && !shown.text.contains("com.example.app"))

    let stop = try await scene.ctl("provider", "record", "demo", "001.canary", "--stop")
    #expect(stop.status == 0 && stop.text.contains("is destroyed"))
    #expect(try await answers(scene).isEmpty)
    let again = try await scene.ctl("provider", "record", "demo", "001.canary", "--stop")
    #expect(again.status == 3)
    #expect(try await scene.ctl("provider", "record", "demo", "nobody").status == 3)
    #expect(try await scene.ctl("provider", "record", "demo", "--stop").status == 2)
  }
}
