internal import Glibc
internal import HTTPServer
internal import Linux
internal import Support
internal import Systemd
internal import Testing

@Suite("Hostile and broken providers", .serialized, .timeLimit(.minutes(5)))
struct HostileAnswerTests {
  /// Of one length, so that none begins with another.
  private func name(_ index: Int) -> String { "p\(100 + index)" }

  private func bomb() async throws -> [UInt8] {
    try await ProgramRun.run(["/bin/sh", "-c", "head -c 512M /dev/zero | gzip -1"]).output
  }

  @Test("whatever nonsense a provider answers, its user stays, and the condition fits the nonsense")
  func nonsense() async throws {
    let scene = try await Scene()
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    let endpoint = try StandInEndpoint(scene.folder)
    let answers = try await HostileAnswer.all(bomb: bomb())
    var settings = SceneSettings()
    settings.more = answers.enumerated().map { index, answer in
      endpoint.section(
        name(index), folder: scene.folder.path, timeout: answer.name == "trickle" ? "1s" : "20s")
    }.joined()
    scene.configure(settings)
    try await scene.startRunner()
    try await scene.startDaemon()
    try await scene.listen()
    let desk = try await EnrolmentDesk(scene)
    for index in answers.indices {
      try await desk.register(
        "001", provider: name(index), client: name(index), token: "r.\(index)")
    }
    for index in answers.indices {
      try await scene.signals.line(with: "provider=\(name(index))", "state=authorized")
    }

    let memory = try #require(ProcessFacts.peakMemory(of: try await scene.daemon().pid))
    let log = try await scene.daemon().log
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, answer) in answers.enumerated() {
        group.addTask { try await expect(answer, at: name(index), endpoint, log) }
      }
      try await group.waitForAll()
    }
    #expect(try await scene.status()["sequence"] == .int64(Int64(answers.count)))
    #expect(log.lines(with: "first negative answer").isEmpty)
    #expect(log.lines(with: "all clear").isEmpty)
    #expect(scene.folder.read("hook.json") == nil)
    // Far less than the bomb unpacks to, also under a sanitizer.
    let peak = try #require(ProcessFacts.peakMemory(of: try await scene.daemon().pid))
    #expect(peak - memory < 400 << 20, "\(peak) after \(memory) bytes")
  }

  /// Lets a provider answer nonsense until its condition holds and it was asked twice, then well.
  private func expect(
    _ answer: HostileAnswer, at provider: String, _ endpoint: StandInEndpoint, _ log: LineLog
  ) async throws {
    let before = endpoint.count(provider)
    endpoint.answer(provider, answer.response)
    try await endpoint.asked.line(with: "client=\(provider) number=\(before + 3).")
    if let condition = answer.condition {
      let line = try await log.line(with: "condition began", "subject=\(provider)")
      #expect(line.contains(condition), "\(answer.name): \(line)")
    }
    endpoint.answer(provider, StandInEndpoint.good)
    let after = endpoint.count(provider)
    try await endpoint.asked.line(with: "client=\(provider) number=\(after + 2).")
    if answer.condition != nil {
      try await log.line(with: "condition ended", "subject=\(provider)")
    } else {
      #expect(log.lines(with: "condition began", "subject=\(provider)").isEmpty)
    }
  }

  @Test("a provider that never answers holds up neither the start nor another provider")
  func silent() async throws {
    let scene = try await Scene()
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    let endpoint = try StandInEndpoint(scene.folder)
    endpoint.answer("p100", ServerResponse(status: 200, delay: .seconds(300)))
    var settings = SceneSettings()
    settings.more =
      endpoint.section("p100", folder: scene.folder.path, timeout: "1m") + "in_flight = 4\n"
    scene.configure(settings)
    try await scene.startRunner()
    try await scene.startDaemon()
    try await scene.listen()
    let desk = try await EnrolmentDesk(scene)
    for number in 0..<20 {
      try await desk.register("u\(number)", provider: "p100", client: "p100", token: "r.\(number)")
    }
    try await endpoint.asked.line(with: "client=p100 number=4.")
    #expect(try #require(await scene.looksInFlight(of: "p100")) <= 4)

    try await scene.enrol("001")
    try await scene.revoke("001")
    try await scene.daemon().log.line(with: "A hook did its work", "subject=001")
  }
}
