internal import CredentialSandbox
internal import JSON
internal import Linux
internal import Support
internal import Testing

@Suite("The built program and its control verbs", .timeLimit(.minutes(5)))
struct ControlTests {
  @Test("users are added, revoked, restored and listed, and stop ends the program with 0")
  func users() async throws {
    let process = try await SandboxProcess(["--client", "one", "--client", "two"])
    #expect(process.ready["ready"] == true)
    #expect(process.ready["clients"] == ["one", "two"])
    let one = try await process.control(["user", "add", "001", "--client", "two"])
    let many = try await process.control(["user", "add", "--count", "600", "--prefix", "p"])
    let read = try await process.control(["user", "add", "--stdin"], input: "a b\nç\n")
    #expect(one.text.hasPrefix("r.") && one.text.hasSuffix("\n"))
    #expect(many.text.split(separator: "\n").count == 600)
    #expect(read.text.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == ["a b", "ç"])
    let revoke = ["user", "revoke", "001", "--as", "invalid_request"]
    #expect(try await process.control(revoke).status == 0)
    let list = try await process.control(["user", "list"]).text.split(separator: "\n")
    #expect(list.count == 603)
    #expect(list.first == "001\ttwo\tinvalid_request")
    #expect(try await process.control(["user", "restore", "001"]).status == 0)
    let restored = try await process.control(["user", "list"]).text
    #expect(restored.hasPrefix("001\ttwo\tgood\n"))
    #expect(try await process.control(["stop"]).status == 0)
    #expect(await process.end() == .exited(0))
    #expect(try await process.control(["user", "list"]).status == 1)
  }

  @Test("a mode is set, requests are logged, and SIGTERM ends the program with 0")
  func modes() async throws {
    let process = try await SandboxProcess()
    #expect(try await process.control(["mode", "throttle", "--retry-after", "9"]).status == 0)
    let url = try #require(process.ready["url"]?.string)
    let authority = try #require(process.ready["ca"]?.string)
    let words = ["curl", "--silent", "--include", "--cacert", authority, "\(url)/auth/keys"]
    #expect(try await ProgramRun.run(words).text.contains("Retry-After: 9\r\n"))
    let log = try await process.control(["log"]).text
    #expect(log.contains(#""request":"GET /auth/keys","status":429,"answer":"throttle""#))
    process.child.signal(15)
    #expect(await process.end() == .exited(0))
  }

  @Test("a user or client that does not exist is a failure with a reason")
  func unknown() async throws {
    let process = try await SandboxProcess()
    let user = try await process.control(["user", "revoke", "nobody"])
    let client = try await process.control(["user", "add", "001", "--client", "none"])
    _ = try await process.control(["stop"])
    _ = await process.end()
    #expect(user.status == 1)
    #expect(user.errors.contains("nobody"))
    #expect(client.status == 1)
    #expect(client.errors.contains("com.example.app"))
  }

  @Test(
    "wrong use ends with 2 and says what is wrong",
    arguments: [
      (["control", "user", "list"], "--directory"), (["fly"], "fly"), ([], "verb"),
      (["control", "mode", "slow", "--directory", "d"], "SECONDS"),
      (["control", "mode", "slow", "nan", "--directory", "d"], "nan"),
      (["control", "mode", "rain", "--directory", "d"], "rain"),
      (["control", "user", "revoke", "x", "--as", "y", "--directory", "d"], "invalid_grant"),
      (["control", "user", "add", "--directory", "d"], "--count"),
      (["control", "user", "add", "--count", "0", "--directory", "d"], "1000000"),
      (["control", "stop", "now", "--directory", "d"], "now"),
      (["serve", "--directory", "d", "--port", "65536"], "65535"),
      (["serve", "--directory", "d", "--address", "0.0.0.0"], "127.0.0.1"),
      (["serve", "--directory", "d", "--team", "SHORT"], "SHORT"),
    ])
  func wrongUse(words: [String], part: String) async throws {
    let run = try await ProgramRun.run([SandboxProcess.program] + words)
    #expect(run.status == 2)
    #expect(run.errors.contains(part))
    #expect(run.output.isEmpty)
  }

  @Test("help names every verb")
  func help() async throws {
    let run = try await ProgramRun.run([SandboxProcess.program, "--help"])
    #expect(run.status == 0)
    for verb in ["serve", "user add", "user revoke", "mode", "log", "stop"] {
      #expect(run.text.contains(verb))
    }
  }
}
