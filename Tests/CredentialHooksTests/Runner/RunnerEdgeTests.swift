import CredentialHooks
import Glibc
import Linux
import Support
import Testing

@Suite("Runner: unusual files and unusual hooks")
struct RunnerEdgeTests {
  @Test(
    "a hook that is open for writing is not called no program, and runs once it is closed",
    .timeLimit(.minutes(5)))
  func busyText() async throws {
    let runner = try RunnerUnderTest()
    let client = runner.connect()
    let request = runner.script("exit 6")
    // Another program holds it open: children of other tests would inherit a descriptor of ours.
    let (input, output) = (try Pipe(), try Pipe())
    let holder = try ChildProcess(
      SpawnRequest(
        path: "/bin/sh",
        arguments: ["sh", "-c", "exec 3>>\"$0\"; echo open; read line", request.path],
        environment: [], descriptors: [input.reader, output.writer, output.writer]))
    let opened = try await blocking { try output.reader.read(upTo: 5) }
    #expect(opened == Array("open\n".utf8))
    let reason = try await refusal(client, request)
    #expect(reason.contains("Text file busy") && reason.contains("writes to it"), "\(reason)")
    #expect(!reason.contains("no program"))
    _ = try input.writer.write([10])
    _ = try await blocking { holder.waitForEnding() }
    #expect(try await client.run(request).ending == .exited(6))
  }

  @Test(
    "a hook that may not be executed is told so, with its interpreter line",
    .timeLimit(.minutes(5)))
  func denied() async throws {
    let runner = try RunnerUnderTest()
    var request = runner.script("")
    let interpreter = runner.folder.write("interpreter", "not for execution", mode: 0o644)
    request.path = runner.folder.write("denied", "#!\(interpreter)\n", mode: 0o755)
    let reason = try await refusal(runner.connect(), request)
    #expect(reason.contains("may not execute it") && reason.contains("#!\(interpreter)"))
    #expect(!reason.contains("no program"))
  }

  @Test("a pipe in the place of a hook is refused at once", .timeLimit(.minutes(5)))
  func pipe() async throws {
    let runner = try RunnerUnderTest()
    var request = runner.script("")
    request.path = runner.folder.file("fifo")
    mkfifo(request.path, 0o755)
    await #expect(throws: ConnectionLost(reason: "\(request.path) is not a regular file")) {
      _ = try await runner.connect().run(request)
    }
  }

  @Test(
    "a hook that closes all its descriptors runs on, and its end is seen", .timeLimit(.minutes(5)))
  func closed() async throws {
    let runner = try RunnerUnderTest()
    let body = "exec <&- >&- 2>&-; i=0; while [ $i -lt 2000 ]; do i=$((i+1)); done; exit 9"
    #expect(try await runner.connect().run(runner.script(body)).ending == .exited(9))
  }

  @Test(
    "a hook that replaces its own file goes on, and the new one runs next time",
    .timeLimit(.minutes(5)))
  func replaced() async throws {
    let runner = try RunnerUnderTest()
    let client = runner.connect()
    let request = runner.script(
      "printf '#!/bin/sh\\nexit 4\\n' > $0.new; chmod 755 $0.new; mv $0.new $0; exit 3")
    #expect(try await client.run(request).ending == .exited(3))
    #expect(try await client.run(request, as: RunnerUnderTest.key(2)).ending == .exited(4))
  }

  @Test(
    "a character across the middle of what is kept stays whole, a signal is told as one",
    .timeLimit(.minutes(5)))
  func middle() async throws {
    let runner = try RunnerUnderTest()
    let body = "head -c 4095 /dev/zero | tr '\\0' x; printf 'ä end'; kill -ABRT $$"
    let outcome = try await runner.connect().run(runner.script(body))
    #expect(outcome.ending == .signalled(Int(SIGABRT)))
    #expect(outcome.output.text == String(repeating: "x", count: 4095) + "ä end")
  }

  private func refusal(_ client: RunnerClient, _ request: RunRequest) async throws -> String {
    guard case .notStarted(let reason) = try await client.run(request).ending else {
      Issue.record("it was started")
      return ""
    }
    return reason
  }
}
