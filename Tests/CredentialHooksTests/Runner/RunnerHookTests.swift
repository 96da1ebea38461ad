import CredentialHooks
import Glibc
import Linux
import Support
import Testing

@Suite("Runner: a hook's surroundings")
struct RunnerHookTests {
  @Test("status, both outputs and standard input pass unchanged", .timeLimit(.minutes(5)))
  func passes() async throws {
    let runner = try RunnerUnderTest()
    let outcome = try await runner.connect().run(
      runner.script("cat; echo error >&2; exit 75"), input: "{\"a\": \"ä\n\"}")
    #expect(outcome.ending == .exited(75))
    #expect(outcome.output.text == "{\"a\": \"ä\n\"}")
    #expect(outcome.errors.text == "error\n")
    #expect(outcome.killed == 0)
  }

  @Test(
    "a hook has descriptors 0 to 2 only, no blocked or ignored signal, the mask and directory asked for",
    .timeLimit(.minutes(5)))
  func surroundings() async throws {
    let runner = try RunnerUnderTest()
    let outcome = try await runner.connect().run(
      runner.script(
        "ls /proc/self/fd | tr '\\n' ' '; grep -E 'Sig(Blk|Ign)' /proc/self/status; umask; pwd; ulimit -c"
      ))
    // ls has its directory open as 3.
    #expect(
      outcome.output.text
        == "0 1 2 3 SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n0077\n/\n0\n")
  }

  @Test("the writer of a pipeline whose reader ends early dies of SIGPIPE", .timeLimit(.minutes(5)))
  func brokenPipe() async throws {
    let runner = try RunnerUnderTest()
    let outcome = try await runner.connect().run(runner.script("yes | head -n 1 >/dev/null"))
    #expect(outcome.ending == .exited(0))
  }

  @Test(
    "10 MiB on standard error before anything else do not block; what is dropped is counted",
    .timeLimit(.minutes(5)))
  func flood() async throws {
    let runner = try RunnerUnderTest()
    let outcome = try await runner.connect().run(
      runner.script("head -c 10485760 /dev/zero | tr '\\0' x >&2; echo done"))
    #expect(outcome.ending == .exited(0))
    #expect(outcome.output.text == "done\n")
    #expect(outcome.errors.dropped == 10_485_760 - 8192)
    #expect(outcome.errors.text.utf8.count < 9000)
  }

  @Test("bytes that are no text do not break the protocol", .timeLimit(.minutes(5)))
  func binary() async throws {
    let runner = try RunnerUnderTest()
    let outcome = try await runner.connect().run(runner.script("printf 'a\\000\\377b'"))
    #expect(outcome.output.text == "a\u{FFFD}\u{FFFD}b")
  }

  @Test(
    "values with shell characters reach a hook unchanged and are never evaluated",
    .timeLimit(.minutes(5)))
  func noShell() async throws {
    let runner = try RunnerUnderTest()
    let hostile = "u1\"; touch pwned; $(touch pwned) `touch pwned` --help"
    var request = runner.script("printf %s \"$CREDSTATE_SUBJECT\"; cat")
    request.environment.append("CREDSTATE_SUBJECT=\(hostile)")
    request.directory = runner.folder.path
    let outcome = try await runner.connect().run(request, input: hostile)
    #expect(outcome.output.text == hostile + hostile)
    #expect(runner.folder.read("pwned") == nil)
  }

  @Test(
    "an interpreter line that ends in CR is the reason told, and is no exit status",
    .timeLimit(.minutes(5)))
  func windowsLineEnds() async throws {
    let runner = try RunnerUnderTest()
    var request = runner.script("")
    request.path = runner.folder.write("crlf", "#!/bin/sh\r\necho hi\r\n", mode: 0o755)
    guard case .notStarted(let reason) = try await runner.connect().run(request).ending else {
      Issue.record("it was started")
      return
    }
    #expect(reason.contains("interpreter line") && reason.contains("carriage return"))
    #expect(reason.contains(request.path))
  }

  @Test(
    "a file without an interpreter line and a missing interpreter are told apart from exit 127",
    .timeLimit(.minutes(5)))
  func notExecutable() async throws {
    let runner = try RunnerUnderTest()
    let client = runner.connect()
    var request = runner.script("exit 127")
    #expect(try await client.run(request).ending == .exited(127))
    request.path = runner.folder.write("text", "echo hi\n", mode: 0o755)
    guard case .notStarted(let text) = try await client.run(request).ending else {
      Issue.record("a text was started")
      return
    }
    #expect(text.contains("no interpreter line"))
    request.path = runner.folder.write("gone", "#!/no/such/thing\n", mode: 0o755)
    guard case .notStarted(let gone) = try await client.run(request).ending else {
      Issue.record("no interpreter was started")
      return
    }
    #expect(gone.contains("#!/no/such/thing"))
  }
}
