import CredentialCLI
import CredentialCore
import JSON
import Support
import Testing

@Suite("config check")
struct ConfigCheckTests {
  /// A machine with one program, a shell script in a folder of the test's own.
  struct OneProgram: ProgramLauncher {
    let folder: TemporaryFolder
    let real = ProcessLauncher()

    init(_ script: String) {
      folder = TemporaryFolder()
      folder.write("credstated", "#!/bin/sh\n\(script)\n", mode: 0o755)
    }

    func isProgram(_ path: String) -> Bool { real.isProgram(path) }
    func ownDirectory() -> String? { folder.path }
    func run(_ launch: Launch) async throws(CommandFailure) -> LaunchOutcome {
      try await real.run(launch)
    }
  }

  @Test(
    "runs credstated beside itself and passes its status on", .timeLimit(.minutes(5)),
    arguments: [0, 1, 78])
  func passesStatus(_ status: Int32) async throws {
    let programs = OneProgram("printf '%s\\n' \"$@\" > \"$0.args\"; exit \(status)")
    let run = await CommandRun.run(["config", "check", "/a b"], launcher: programs)
    #expect(run.status == status && run.errors.isEmpty)
    #expect(
      programs.folder.read("credstated.args") == Array("--check-config\n--config\n/a b\n".utf8))
    _ = await CommandRun.run(["config", "check"], launcher: programs)
    #expect(programs.folder.read("credstated.args") == Array("--check-config\n".utf8))
  }

  @Test("in JSON its lines are gathered from both streams", .timeLimit(.minutes(5)))
  func json() async throws {
    let programs = OneProgram("echo 'f:3:1: key: wrong \"x\"'; echo second >&2; exit 78")
    let run = await CommandRun.run(["config", "check", "f", "-j"], launcher: programs)
    #expect(run.status == 78)
    let answer = try #require(try run.document["configuration"])
    #expect(answer["valid"] == false && answer["file"] == "f")
    #expect(answer["messages"] == ["f:3:1: key: wrong \"x\"", "second"])
  }

  @Test("a signal becomes 128 and its number", .timeLimit(.minutes(5)))
  func signalled() async {
    let run = await CommandRun.run(["config", "check"], launcher: OneProgram("kill -KILL $$"))
    #expect(run.status == 128 + 9)
  }

  @Test("is found on PATH, but not in a relative member of it", .timeLimit(.minutes(5)))
  func path() async {
    let folder = TemporaryFolder()
    folder.write("credstated", "#!/bin/sh\nexit 9\n", mode: 0o755)
    let found = await CommandRun.run(
      ["config", "check"], environment: ["PATH": ":/nonexistent:\(folder.path)"],
      launcher: Elsewhere())
    #expect(found.status == 9)
    let missing = await CommandRun.run(["config", "check"], launcher: NoPrograms())
    #expect(missing.status == 1 && missing.errors.contains("on PATH"))
  }

  /// A machine whose own folder has nothing.
  struct Elsewhere: ProgramLauncher {
    func isProgram(_ path: String) -> Bool {
      !path.hasPrefix("/usr") && ProcessLauncher().isProgram(path)
    }
    func ownDirectory() -> String? { nil }
    func run(_ launch: Launch) async throws(CommandFailure) -> LaunchOutcome {
      try await ProcessLauncher().run(launch)
    }
  }
}
