internal import Support
internal import Testing

@Suite("A back end deletes an account", .timeLimit(.minutes(5)))
struct RevokingTests {
  @Test("the provider takes the token back, the user is forgotten, and nobody is told of a log-out")
  func revokes() async throws {
    let scene = try await Scene.running()
    let token = try await scene.enrol("u.1")
    let run = try await scene.ctl("forget", "demo", "u.1", "--revoke")
    #expect(run.status == 0, "\(run.errors)")
    #expect(try await scene.ctl("show", "demo", "u.1").status != 0)
    try await scene.daemon().log.line(with: "forgotten", "revoked=1")
    // The token is dead at the provider: registered anew it is never confirmed.
    #expect(
      try await scene.ctl(
        "register", "demo", "u.1", "--client", "com.example.app", input: token
      ).status == 0)
    try await scene.daemon().log.line(with: "subject=u.1", "reason=never_confirmed")
    #expect(scene.signals.lines(with: "CredentialRevoked").isEmpty)
    #expect(scene.folder.read("hook.json") == nil)
  }

  @Test("a provider that does not answer: nothing is forgotten, it is said, and can be repeated")
  func fails() async throws {
    let scene = try await Scene.running()
    try await scene.enrol("u.1")
    try await scene.control("mode", "outage")
    let run = try await scene.ctl("forget", "demo", "u.1", "--revoke")
    #expect(run.status != 0)
    #expect(run.errors.contains("nothing was forgotten"), "\(run.errors)")
    #expect(try await scene.state("u.1") == "authorized")
    try await scene.control("mode", "normal")
    #expect(try await scene.ctl("forget", "demo", "u.1", "--revoke").status == 0)
  }
}
