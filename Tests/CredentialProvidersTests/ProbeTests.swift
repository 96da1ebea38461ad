internal import CredentialCore
internal import CredentialSandbox
internal import Crypto
internal import Support
internal import Testing

@testable internal import CredentialProviders

@Suite("A provider under test", .timeLimit(.minutes(5)))
struct ProbeTests {
  private let scene: ProbeScene

  init() throws { scene = try ProbeScene() }

  @Test("a made-up token is refused, which shows that our identity is accepted; no user is named")
  func well() async throws {
    let report = try await scene.report([
      ProbeScene.clients("com.example.app", "com.example.web")
    ])
    #expect(report.isWell && report.clients == 2 && report.proxy == nil)
    #expect(report.address == "\(scene.sandbox.url)/auth/token")
    #expect(report.findings.map(\.code) == [.accepted, .accepted])
    #expect(report.findings.map(\.client?.text) == ["com.example.app", "com.example.web"])
    #expect(report.clock?.isOff == false)
    let log = scene.sandbox.log()
    #expect(log.map(\.answer) == ["invalid_grant", "invalid_grant"])
    #expect(log.allSatisfy { $0.request == "POST /auth/token" && $0.subject == nil })
    await scene.sandbox.stop()
  }

  @Test("a client that the provider does not know is told apart from a wrong key")
  func unknownClient() async throws {
    let report = try await scene.report([
      ProbeScene.clients("com.example.app", "com.example.App")
    ])
    #expect(report.findings.map(\.code) == [.clientUnknown, .accepted])
    #expect(report.findings[0].client?.text == "com.example.App")
    await scene.sandbox.stop()
  }

  @Test("a wrong key, key id or team is told once for all clients, with the ids that were used")
  func identity() async throws {
    let key = try PrivateKey.generateP256().pem().revealText() ?? ""
    scene.folder.write("wrong.p8", key, mode: 0o600)
    for (name, value) in [
      ("key_file", scene.folder.file("wrong.p8")), ("key_id", "KEY7654321"),
      ("team_id", "TEAM654321"),
    ] {
      let report = try await scene.report([
        (name, .text(value)), ProbeScene.clients("com.example.app", "com.example.web"),
      ])
      #expect(report.findings.map(\.code) == [.identityRefused], "\(name)")
      #expect(report.findings[0].client == nil)
      #expect(report.findings[0].detail.hasPrefix("400 invalid_client; signed with key KEY"))
    }
    await scene.sandbox.stop()
  }

  @Test("a clock that is an hour off is the first finding, with its direction", arguments: [1, -1])
  func clock(hours: Int) async throws {
    let report = try await scene.report(ahead: .seconds(hours * 3600))
    let expected: [ProbeCode] = [hours > 0 ? .clockAhead : .clockBehind, .identityRefused]
    #expect(report.findings.map(\.code) == expected)
    let ahead = try #require(report.clock?.ahead)
    #expect(ahead > .seconds(hours * 3600 - 60) && ahead < .seconds(hours * 3600 + 60))
    await scene.sandbox.stop()
  }

  @Test(
    "whatever the other side does, the finding says it",
    arguments: [
      (SandboxMode.outage, ProbeCode.serverTrouble, "503 text/html"),
      (.throttle(retryAfter: 120), .throttled, "Retry-After: 120"),
      (.captivePortal, .page, "200 text/html"), (.halfJSON, .page, "400 application/json"),
      (.drop, .connectionLost, "curl"), (.truncate, .connectionLost, "curl"),
      (.invalidClient, .identityRefused, "invalid_client"),
    ])
  func modes(mode: SandboxMode, code: ProbeCode, detail: String) async throws {
    scene.sandbox.setMode(mode)
    let report = try await scene.report()
    #expect(report.findings.map(\.code) == [code] && !report.isWell)
    #expect(report.findings[0].detail.contains(detail), "\(report.findings)")
    await scene.sandbox.stop()
  }

  @Test("an answer that does not come ends the test with the time for a request")
  func timeout() async throws {
    scene.sandbox.setMode(.slow(.seconds(300)))
    let report = try await scene.report([("request_timeout", .text("500ms"))])
    #expect(report.findings.map(\.code) == [.timedOut])
    await scene.sandbox.stop()
  }

  @Test("a redirect is named with its host only; a token for a made-up one is an impostor")
  func impostors() async throws {
    let nginx = try scene.front(
      """
      location /auth/token { return 302 https://portal.example/login?session=CANARY; }
      """)
    let redirected = try await scene.report(scene.to(nginx))
    #expect(redirected.findings.map(\.code) == [.redirected], "\(nginx.errors)")
    #expect(redirected.findings[0].detail.hasSuffix("; to https://portal.example"))
    let generous = try scene.front(
      """
      location /auth/token { default_type application/json; return 200 '{"access_token":"a"}'; }
      """)
    let accepted = try await scene.report(scene.to(generous))
    #expect(accepted.findings.map(\.code) == [.tokenAccepted] && !accepted.isWell)
    await scene.sandbox.stop()
  }

  @Test("certificate, name and proxy are told apart")
  func connections() async throws {
    let nginx = try scene.front("location / { return 404; }")
    let cases: [([(String, ConfigurationNode.Content)], ProbeCode)] = [
      ([("endpoint", .text("https://127.0.0.1:\(nginx.port)"))], .certificateUntrusted),
      ([("endpoint", .text("https://127.1.1.1:\(scene.sandbox.port)"))], .connectionRefused),
      ([("endpoint", .text("https://name.invalid"))], .nameNotFound),
      ([("proxy", .text("http://proxy.invalid:3128"))], .proxyNotFound),
      (
        [("proxy", .text("http://user:CANARY@127.1.1.1:\(scene.sandbox.port)"))], .proxyNotConnected
      ),
    ]
    for (changes, code) in cases {
      let report = try await scene.report(kind: "apple", changes)
      #expect(report.findings.map(\.code) == [code], "\(report.findings)")
      #expect(!"\(report)".contains("CANARY"))
    }
    let page = try await scene.report(scene.to(nginx))
    #expect(page.findings.map(\.code) == [.page])
    await scene.sandbox.stop()
  }

  @Test("one look of those that end together tells the server's clock")
  func clockOfLooks() async throws {
    let stage = try AppleStage(kind: "sandbox")
    let looks = try (0..<20).map { try stage.stage.alive($0) }
    let results = await stage.stage.results(of: looks, now: AppleStage.start)
    let clocks = results.compactMap(\.clock)
    #expect(!clocks.isEmpty && clocks.allSatisfy { !$0.isOff })
    await stage.stop()
    await scene.sandbox.stop()
  }
}
