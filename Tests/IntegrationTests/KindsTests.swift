internal import Crypto
internal import HTTPServer
internal import Linux
internal import Support
internal import Testing

@Suite("The built daemon before providers of other kinds", .timeLimit(.minutes(5)))
struct KindsTests {
  /// A scene with one more provider; its section follows the common keys.
  private func scene(_ section: (TemporaryFolder) -> String) async throws -> Scene {
    let scene = try await Scene()
    var settings = SceneSettings()
    settings.more =
      section(scene.folder) + """

        interval = "1s"
        confirm_after = "1s"
        stale_after = "1h"
        baseline = false
        gather = "100ms"
        brake_min = 10
        mode = "enforce"

        """
    scene.configure(settings)
    scene.addHook("10-record", Scene.recordingHook(scene.folder.path))
    try await scene.startRunner()
    try await scene.startDaemon()
    try await scene.listen()
    return scene
  }

  private func enrol(_ users: [String], at provider: String, _ scene: Scene) async throws {
    for user in users {
      // Standard input holds something, and nobody reads it.
      let run = try await scene.ctl("register", provider, user, input: "not a token\n")
      #expect(run.status == 0, "\(run.errors)")
      try await scene.signals.line(
        with: "CredentialStateChanged", "subject=\(user)", "state=authorized")
    }
  }

  @Test("kakao: users without a token are confirmed, and one who unlinks is logged out")
  func kakao() async throws {
    let peer = KakaoPeer()
    let scene = try await scene { folder in
      folder.write("admin.key", "test-admin-key\n")
      guard let url = peer.serve(folder) else { return "" }
      return """
        [provider.kakao]
        kind = "kakao"
        app_id = "100"
        admin_key_file = "\(folder.file("admin.key"))"
        endpoint = "\(url)"
        ca_file = "\(folder.file("kakao.pem"))"
        """
    }
    let users = (0..<5).map { "\(9_007_199_254_740_993 + $0)" }
    try await enrol(users, at: "kakao", scene)
    let wrong = try await scene.ctl("register", "kakao", "0012")
    #expect(wrong.status == 2 && wrong.errors.contains("without zeros in front"))
    peer.unlink(users[0])
    let told = try await scene.signals.line(with: "CredentialRevoked", "subject=\(users[0])")
    #expect(told.contains("reason=not_linked"), "\(told)")
    try await scene.daemon().log.line(with: "A hook did its work", users[0])
    let test = try await scene.ctl("provider", "test", "kakao")
    #expect(test.status == 0, "\(test.text)")
    #expect(scene.signals.lines(with: "CredentialRevoked").count == 1)
    #expect(!peer.paths.contains { $0.contains("not+a+token") })
  }

  @Test("exec: a program is asked, a user who left is logged out, and a stop ends the program")
  func exec() async throws {
    let scene = try await scene { folder in
      folder.write(
        "ask",
        "#!/bin/sh\necho $$ >'\(folder.path)/ask.pid'\nexec "
          + "'\(ProjectText.path("docs/examples/exec-provider.py"))' \(folder.path)/users\n",
        mode: 0o755)
      folder.write("users", "ann active\nbob active\ncat active\ndan active\neve active\n")
      return """
        [provider.directory]
        kind = "exec"
        command = ["\(folder.file("ask"))"]
        clients = ["intranet"]
        """
    }
    try await enrol(["ann", "bob", "cat", "dan", "eve"], at: "directory", scene)
    scene.folder.write("users", "ann gone\nbob active\ncat active\ndan active\neve active\n")
    try await scene.signals.line(with: "CredentialRevoked", "subject=ann")
    try await scene.daemon().log.line(with: "A hook did its work", "ann")
    let pid = String(decoding: scene.folder.read("ask.pid") ?? [], as: UTF8.self)
      .split(separator: "\n").first.flatMap { Int32($0) }
    let program = try #require(pid)
    #expect(ProcessFacts.state(of: program) != nil)
    try await scene.daemon().stop()
    #expect(ProcessFacts.state(of: program) == nil)
  }
}

/// Kakao's API over TLS for one test: everybody is linked until he unlinks.
final class KakaoPeer: Sendable {
  private struct State {
    var gone: Set<String> = []
    var paths: [String] = []
    var server: WebServer?
  }

  private let state = Lock(State())

  deinit { state.withLock { $0.server }?.stopAndWait(grace: .zero) }

  /// Begins to answer and gives its address; its authority is in `kakao.pem`.
  func serve(_ folder: TemporaryFolder) -> String? {
    let now = WallClock.milliseconds() / 1000
    guard let authority = try? CertificateAuthority(commonName: "kakao", now: now, days: 1),
      let key = try? PrivateKey.generateP256(), let pem = try? key.pem().revealText(),
      let certificate = try? authority.issue(
        for: key, names: ["localhost"], addresses: ["127.0.0.1"], now: now, days: 1)
    else { return nil }
    folder.write("kakao.pem", authority.certificate)
    let configuration = WebServerConfiguration(
      address: "127.0.0.1", tls: .init(certificate: certificate, key: pem))
    let server = try? WebServer(configuration: configuration) { [weak self] request, responder in
      responder.send(self?.answer(request) ?? ServerResponse(status: 503))
    }
    state.withLock { $0.server = server }
    return server.map { "https://127.0.0.1:\($0.port)" }
  }

  func unlink(_ user: String) { state.withLock { _ = $0.gone.insert(user) } }

  /// What was asked.
  var paths: [String] { state.withLock { $0.paths } }

  private func answer(_ request: ServerRequest) -> ServerResponse {
    let gone = state.withLock { state in
      state.paths.append("\(request.path)?\(request.query ?? "")")
      // User 1 is whom a test of the provider asks about.
      return state.gone.union(["1"])
    }
    guard request.values(of: "Authorization") == ["KakaoAK test-admin-key"] else {
      return Self.json(401, #"{"code":-401}"#)
    }
    let value = request.query?.split(separator: "=").last.map(String.init) ?? ""
    if request.path == "/v2/user/me" {
      return gone.contains(value)
        ? Self.json(400, #"{"code":-101,"msg":"NotRegisteredUserException"}"#)
        : Self.json(200, #"{"id":\#(value)}"#)
    }
    let ids = value.dropFirst(3).dropLast(3).split(separator: ",").map(String.init)
    let users = ids.filter { !gone.contains($0) }.map { #"{"id":\#($0)}"# }
    return Self.json(200, "[\(users.joined(separator: ","))]")
  }

  private static func json(_ status: Int, _ body: String) -> ServerResponse {
    ServerResponse(
      status: status, headers: [HeaderField("Content-Type", "application/json")],
      body: Array(body.utf8))
  }
}
