import CredentialCore
import CredentialHooks
import JSON
import Support
import Testing

@Suite("What a hook is given")
struct HookContractTests {
  @Test(
    "environment and document are, to the byte, those of the documentation",
    .timeLimit(.minutes(5)))
  func golden() async throws {
    let scene = try DelivererScene()
    let user = scene.runner.folder.file("environment")
    try await scene.revoke(["u1 $(x)"])
    let other = StoreWorld.registration("u2", account: "alice")
    _ = try await scene.store.register(other, now: scene.time.now())
    let hook = scene.hook("env -u PWD | sort > \(user); cat > \(scene.runner.folder.file("input"))")
    try await scene.deliver([hook]) { _ = try await scene.next(.hookDone) }
    let generation = scene.store.generation
    let variables = scene.text("environment").split(separator: "\n").filter {
      !$0.hasPrefix("USER=") && !$0.hasPrefix("CREDSTATE_RUN=") && !$0.hasPrefix("_=")
        && !$0.hasPrefix("OLDPWD=")
    }
    #expect(variables.joined(separator: "\n") == Self.environment(generation))
    #expect(scene.text("environment").contains("\nCREDSTATE_RUN="))
    #expect(scene.text("input") == Self.input(generation) + "\n")
    #expect(throws: Never.self) {
      _ = try JSONValue.parse(Array(scene.text("input").utf8), maximumBytes: 10_000)
    }
  }

  private static func environment(_ generation: String) -> String {
    """
    CREDSTATE_ACCOUNT=alice
    CREDSTATE_ACTION=log_out
    CREDSTATE_ATTEMPT=1
    CREDSTATE_EVENT=state_changed
    CREDSTATE_EVENT_ID=\(generation)-2
    CREDSTATE_PROVIDER=apple
    CREDSTATE_REASON=token_dead
    CREDSTATE_STATE=revoked
    CREDSTATE_SUBJECT=u1 $(x)
    HOME=/
    LANG=C.UTF-8
    PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
    """
  }

  private static func input(_ generation: String) -> String {
    #"{"version":1,"event_id":"GENERATION-2","generation":"GENERATION","sequence":2,"#
      .replacing(generation)
      + #""event":"state_changed","action":"log_out","reason":"token_dead","#
      + #""at":"2027-01-18T00:00:00.123Z","old_state":"authorized","state":"revoked","#
      + #""credential":{"provider":"apple","subject":"u1 $(x)","account":"alice","labels":{}},"#
      + #""state_now":"revoked","others":[{"provider":"apple","subject":"u2","state":"unknown"}],"#
      + #""attempt":1}"#
  }
}

extension String {
  fileprivate func replacing(_ generation: String) -> String {
    split(separator: "GENERATION", omittingEmptySubsequences: false).joined(separator: generation)
  }
}
