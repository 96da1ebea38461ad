import Linux
import Testing

@testable import CredentialHooks

@Suite("Runner: who may connect")
struct RunnerCallerTests {
  @Test("root and the named users may connect, the runner's own user only when it is named")
  func named() throws {
    #expect(try RunnerProgram.allowedUsers([]) == [0])
    #expect(try RunnerProgram.allowedUsers(["4711", "root"]) == [0, 4711])
    let own = String(ThisProcess.userID)
    #expect(try RunnerProgram.allowedUsers([own]).contains(ThisProcess.userID))
  }

  @Test("a user that does not exist is refused by name")
  func unknown() {
    #expect(throws: RefusedRun.self) { try RunnerProgram.allowedUsers(["no-such-user"]) }
  }
}
