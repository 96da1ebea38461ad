import CredentialCore
import CredentialHooks
import CredentialStore
import Support
import Testing

@Suite("Delivering an event that is undone while its hook runs", .timeLimit(.minutes(5)))
struct UndoneMeanwhileTests {
  @Test("a hook that then fails is not said to be run again, and is not")
  func failed() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    let gate = Gate(scene.runner.folder)
    try await scene.deliver([scene.hook("\(gate.wait)\nexit 75")]) {
      try await gate.awaitArrival()
      try await scene.store.enrol("u1", at: scene.time.now() + StoreWorld.day)
      try await gate.open()
      let told = try await scene.next(.hookSuperseded)
      #expect(told.fields["attempt"] == .integer(1))
      #expect(told.fields["outcome"] == .text("later"))
      #expect(told.fields["detail"] == .text("exit status 75"))
    }
    #expect(!scene.journal.all.contains { $0.kind == .hookRetry })
    #expect(try await scene.store.census().deliveries == [.superseded: 1])
  }

  @Test("a hook that did its work has done it")
  func done() async throws {
    let scene = try DelivererScene()
    try await scene.revoke(["u1"])
    let gate = Gate(scene.runner.folder)
    try await scene.deliver([scene.hook(gate.wait)]) {
      try await gate.awaitArrival()
      try await scene.store.enrol("u1", at: scene.time.now() + StoreWorld.day)
      try await gate.open()
      _ = try await scene.next(.hookDone)
    }
    #expect(try await scene.store.census().deliveries == [.done: 1])
  }
}
