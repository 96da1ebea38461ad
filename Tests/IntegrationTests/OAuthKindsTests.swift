internal import Support
internal import Systemd
internal import Testing

@Suite(
  "Kinds oidc, introspection and google, from end to end", .serialized, .timeLimit(.minutes(5)))
struct OAuthKindsTests {
  @Test("a token that dies logs its user out or asks for a new sign-in, as the kind has it")
  func dies() async throws {
    let scene = try await Scene()
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    let endpoint = try OAuthEndpoint(scene.folder)
    var settings = SceneSettings()
    settings.more = endpoint.sections(scene.folder.path)
    scene.configure(settings)
    try await scene.startRunner()
    try await scene.startDaemon()
    try await scene.listen()
    let desk = try await EnrolmentDesk(scene)
    let kinds = ["oidc", "introspection", "google"]
    for kind in kinds {
      for user in ["alice", "bob"] {
        try await desk.register(user, provider: kind, client: "shop", token: "\(user)-at-\(kind)")
        try await scene.signals.line(
          with: "provider=\(kind)", "subject=\(user)", "state=authorized")
      }
      let run = try await scene.ctl("provider", "test", kind)
      #expect(run.status == 0, "\(run.text)")
    }
    for kind in kinds { endpoint.end("alice-at-\(kind)") }
    for kind in ["oidc", "introspection"] {
      try await scene.signals.line(with: "CredentialRevoked", "provider=\(kind)", "subject=alice")
    }
    try await scene.signals.line(with: "provider=google", "subject=alice", "state=unknown")
    let log = try await scene.daemon().log
    for kind in ["oidc", "introspection"] {
      try await log.line(with: "A hook did its work", "alice", kind)
    }
    #expect(scene.signals.lines(with: "CredentialRevoked").count == 2)
    #expect(scene.signals.lines(with: "CredentialRevoked", "subject=bob").isEmpty)
    let rows = try await scene.ctl("provider", "profile", "google")
    #expect(rows.text.contains("invalid_rapt"))
    #expect(try await scene.daemon().stop() == 0)
  }
}
