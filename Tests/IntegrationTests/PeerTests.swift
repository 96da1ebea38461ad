internal import Support
internal import Systemd
internal import Testing

@Suite("Other programs read the API", .serialized, .timeLimit(.minutes(5)))
struct PeerTests {
  private static let name = "org.credstate.Monitor1"
  private static let path = "/org/credstate/Monitor1"

  private func busctl(_ scene: Scene, _ words: String...) async throws -> ProgramRun {
    try await ProgramRun.run(["busctl", "--address=\(scene.bus.address)"] + words)
  }

  @Test("busctl introspects and calls it")
  func busctl() async throws {
    let scene = try await Scene.running()
    try await scene.enrol("001")
    let shown = try await busctl(scene, "introspect", Self.name, Self.path)
    for member in ["Register", "ListEvents", "GetStatus", "CredentialRevoked"] {
      #expect(shown.text.contains(".\(member)"))
    }
    let calls = [
      (["Get", "sst", "demo", "001", "0"], "\"authorized\""),
      (["List", "sa{sv}sut", "", "1", "state", "s", "authorized", "", "0", "0"], "\"001\""),
      (["ListEvents", "stut", "", "0", "0", "0"], "\"state_changed\""),
      (["GetStatus", "t", "0"], "\"enforce\""),
    ]
    for (words, answer) in calls {
      let run = try await busctlCall(scene, words)
      #expect(run.status == 0, "\(words): \(run.errors)")
      #expect(run.text.contains(answer), "\(words): \(run.text)")
    }
  }

  /// Calls a method of the daemon by busctl(1); `words` are the method, its signature, its arguments.
  private func busctlCall(_ scene: Scene, _ words: [String]) async throws -> ProgramRun {
    try await ProgramRun.run(
      ["busctl", "--address=\(scene.bus.address)", "call", Self.name, Self.path, Self.name] + words)
  }

  @Test("busctl monitor sees a registration without its token, and the signals")
  func monitor() async throws {
    let scene = try await Scene.running()
    let watcher = try RunningProgram(
      ["/usr/bin/busctl", "--address=\(scene.bus.address)", "monitor"])
    try await watcher.log.line(with: "Monitoring bus message stream")
    let token = try await scene.enrol("001")
    try await scene.revoke("001")
    try await watcher.log.line(with: "Member=Register")
    try await watcher.log.line(with: "Member=CredentialRevoked")
    #expect(watcher.log.lines(with: token).isEmpty)
  }

  @Test("gdbus introspects and calls it")
  func gdbus() async throws {
    let scene = try await Scene.running()
    try await scene.enrol("001")
    let place = ["--dest", Self.name, "--object-path", Self.path]
    let shown = try await ProgramRun.run(
      ["gdbus", "introspect", "--address", scene.bus.address] + place)
    #expect(shown.status == 0)
    #expect(shown.text.contains("ListEvents("))
    let run = try await ProgramRun.run(
      ["gdbus", "call", "--address", scene.bus.address] + place
        + ["--method", "\(Self.name).Get", "demo", "001", "0"])
    #expect(run.text.contains("'state': <'authorized'>"), "\(run.text)\(run.errors)")
  }

  @Test("wrong arguments get the errors of the API, whoever sends them")
  func errors() async throws {
    let scene = try await Scene.running()
    let long = String(repeating: "x", count: 100_000)
    let calls: [([String], String)] = [
      (["Get", "sst", "demo", "nobody", "0"], "no credential"),
      (["Get", "sst", "demo", "001", "64"], "flags"),
      (["Get", "sst", "demo", long, "0"], "255"),
      (["Get", "sst", "no such", "001", "0"], "must be 1 to 32 of"),
      (["List", "sa{sv}sut", "", "1", "colour", "s", "red", "", "0", "0"], "filter"),
      (["List", "sa{sv}sut", "", "0", "", "1001", "0"], "1000"),
      (["ListEvents", "stut", "another", "0", "0", "0"], "generation"),
      (["Get", "ss", "demo", "001"], "expecting 'sst'"),
    ]
    for (words, part) in calls {
      let run = try await busctlCall(scene, words)
      #expect(run.status == 1, "\(words[0]) \(words[1])")
      #expect(run.errors.contains(part), "\(run.errors.prefix(300))")
    }
    let names: [(String, [BusValue], String)] = [
      ("Get", [.string("demo"), .string("nobody"), .uint64(0)], "NotFound"),
      ("Get", [.string("demo"), .string("001"), .uint64(64)], "InvalidArgument"),
      ("Get", [.string("demo"), .string(long), .uint64(0)], "InvalidArgument"),
      ("ListEvents", [.string("x"), .uint64(0), .uint32(0), .uint64(0)], "GenerationChanged"),
    ]
    for (member, arguments, name) in names {
      await #expect(throws: BusError.self) {
        do { _ = try await scene.call(member, arguments) } catch let error as BusError {
          #expect(error.name == "\(Self.name).Error.\(name)")
          throw error
        }
      }
    }
    // After all of that the daemon still answers.
    #expect(try await scene.status()["mode"] == .string("enforce"))
  }

  @Test("sqlite3 reads the store while the daemon runs")
  func sqlite() async throws {
    let scene = try await Scene.running()
    let token = try await scene.enrol("001")
    let dump = try await ProgramRun.run(
      ["sqlite3", "-readonly", scene.folder.file("state/store.db"), ".dump"])
    #expect(dump.status == 0, "\(dump.errors)")
    #expect(dump.text.contains("'001'") || dump.text.contains("X'303031'"))
    #expect(!dump.text.contains(token))
    try await scene.revoke("001")
  }
}
