import CredentialHooks
import Glibc
import Linux
import Support
import Testing

@Suite("Runner: what it refuses to run")
struct RunnerTrustTests {
  @Test(
    "a hook or folder that others may write to is not run, and file, owner and mode are named",
    .timeLimit(.minutes(5)))
  func writable() async throws {
    let runner = try RunnerUnderTest()
    let client = runner.connect()
    var request = runner.script("touch \(runner.folder.file("ran"))")
    for mode in [0o775, 0o757] as [mode_t] {
      chmod(request.path, mode)
      await refuses(
        client, request,
        naming: "\(request.path) (owner uid \(ThisProcess.userID), mode 0\(String(mode, radix: 8)))"
      )
    }
    mkdir(runner.folder.file("open"), 0o755)
    request.path = runner.folder.write("open/hook", "#!/bin/sh\n", mode: 0o755)
    chmod(runner.folder.file("open"), 0o777)
    await refuses(client, request, naming: runner.folder.file("open") + " ")
    #expect(runner.folder.read("ran") == nil)
  }

  @Test(
    "a hook without the execute bit, a folder and a missing file are refused with the reason",
    .timeLimit(.minutes(5)))
  func unsuitable() async throws {
    let runner = try RunnerUnderTest()
    let client = runner.connect()
    var request = runner.script("")
    chmod(request.path, 0o644)
    await refuses(client, request, naming: "is not executable")
    request.path = runner.folder.path
    await refuses(client, request, naming: "is not a regular file")
    request.path = runner.folder.file("none")
    await refuses(client, request, naming: "No such file")
  }

  @Test("the check is made again at each run", .timeLimit(.minutes(5)))
  func eachRun() async throws {
    let runner = try RunnerUnderTest()
    let client = runner.connect()
    let request = runner.script("exit 0")
    #expect(try await client.run(request).ending == .exited(0))
    chmod(request.path, 0o777)
    await refuses(client, request, naming: "0777")
  }

  private func refuses(_ client: RunnerClient, _ request: RunRequest, naming text: String) async {
    do {
      let outcome = try await client.run(request)
      Issue.record("it was run: \(outcome)")
    } catch let refusal as ConnectionLost {
      #expect(refusal.reason.contains(text), "\(refusal.reason)")
    } catch {
      Issue.record(error)
    }
  }
}
