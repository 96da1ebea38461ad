import CredentialCore
import CredentialHooks
import CredentialStore
import Support
import Testing

@Suite("Delivering to a hook in mode observe", .timeLimit(.minutes(5)))
struct ObservedHookTests {
  private func observed(_ hook: Hook) -> Hook {
    Hook(
      name: hook.name, command: hook.command, isObserved: true, concurrency: hook.concurrency,
      timeout: hook.timeout, grace: hook.grace, retry: hook.retry)
  }

  @Test("it is not run, the log says that it would have been, and it never is")
  func notRun() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    let log = scene.runner.folder.file("log")
    let hook = scene.hook("echo ran >> \(log)")
    try await scene.deliver([observed(hook)]) {
      let told = try await scene.next(.hookObserved)
      #expect(told.fields["subject"] == .text("u1") && told.fields["action"] == .text("log_out"))
    }
    #expect(try await scene.store.census().deliveries == [.observed: 1])
    try await scene.revoke(["u2"])
    try await scene.deliver([hook]) { _ = try await scene.next(.hookDone) }
    #expect(scene.text("log") == "ran\n")
    #expect(try await scene.store.census().deliveries == [.observed: 1, .done: 1])
  }
}
