import CredentialCore
import CredentialHooks
import Glibc
import Linux
import Support
import Testing

@Suite("Delivering: the runner is not there")
struct RunnerAwayTests {
  @Test(
    "no runner for an hour: that is the only condition, and the first attempt comes when it is back",
    .timeLimit(.minutes(5)))
  func anHour() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    let (socket, away) = (scene.runner.folder.file("socket"), scene.runner.folder.file("away"))
    rename(socket, away)
    let log = scene.runner.folder.file("log")
    try await scene.deliver([scene.hook("echo $CREDSTATE_ATTEMPT >> \(log)")]) {
      let back = scene.time.now() + .seconds(3600)
      for await _ in scene.conditions.told where scene.time.now() >= back { break }
      #expect(scene.conditions.all.allSatisfy { $0.hasPrefix("+hook_runner_lost ") })
      #expect(
        scene.conditions.all.contains { $0.hasSuffix("\(socket): No such file or directory") })
      rename(away, socket)
      _ = try await scene.next(.hookDone)
    }
    #expect(scene.text("log") == "1\n")
    #expect(scene.conditions.all.contains("-hook_runner_lost "))
  }

  @Test(
    "a runner that takes the connection and says nothing is a condition until it speaks",
    .timeLimit(.minutes(5)))
  func silent() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    scene.runner.process.signal(SIGSTOP)
    try await scene.deliver([scene.hook("exit 0")]) {
      for await entry in scene.conditions.told {
        #expect(entry.hasPrefix("+hook_runner_lost : it has not answered on"))
        break
      }
      scene.runner.process.signal(SIGCONT)
      _ = try await scene.next(.hookDone)
    }
    #expect(scene.conditions.all.contains("-hook_runner_lost "))
  }
}
