import CredentialCore
import Linux
import Support

@testable import CredentialHooks

/// What a runner inside the test process is made of: real trampolines, and a plain folder in the place
/// of a delegated control group, which no trampoline can enter.
struct RunnerInTest {
  let folder = TemporaryFolder()
  let groups: ControlGroup

  init() {
    folder.write("groups/.keep", "")
    groups = ControlGroup(path: folder.file("groups"))
  }

  /// What the runner shares among its runs.
  func surroundings(trampoline: String = BuiltProducts.path("credstate-exec"))
    -> HookRun.Surroundings
  {
    HookRun.Surroundings(
      trampoline: trampoline,
      trust: PathTrust(owners: [0, ThisProcess.userID], allowsStickyDirectories: true),
      userName: "nobody", instance: "test", socket: folder.file("socket"), group: groups)
  }

  /// A runner that serves nobody yet.
  func runner() -> Runner {
    Runner(
      Runner.Setup(
        socket: folder.file("socket"), allowedUsers: [ThisProcess.userID],
        surroundings: surroundings(), limit: 64, outcomeLimit: 4096, stopGrace: .zero))
  }

  /// How to run a hook that does nothing.
  func request() -> RunRequest {
    RunRequest(
      path: folder.write("hook", "#!/bin/sh\n", mode: 0o755), arguments: [], environment: [],
      directory: "/", mask: 0o077, limit: .seconds(30), grace: .seconds(5))
  }

  /// The groups that were made and not removed.
  func groupsLeft() throws -> [String] {
    try Folder.names(in: groups.path).filter { $0 != ".keep" }
  }
}
