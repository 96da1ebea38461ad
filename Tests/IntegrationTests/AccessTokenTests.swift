internal import Glibc
internal import JSON
internal import Linux
internal import Support
internal import Systemd
internal import Testing

/// A daemon before the stand-in of an OpenID provider, which replaces tokens and detects reuse.
private struct OpenIDScene {
  let scene: Scene
  let url: String
  private let sandbox: RunningProgram
  private let authority: String

  init(_ keys: String = "interval = \"1h\"") async throws {
    scene = try await Scene()
    sandbox = try RunningProgram(
      "credstate-sandbox",
      ["serve", "--kind", "oidc", "--directory", scene.folder.file("openid")])
    let line = try await sandbox.log.line(with: "\"ready\"")
    let ready = try #require(try JSONValue.parse(Array(line.utf8), maximumBytes: 4096).object)
    (url, authority) = (try #require(ready["url"]?.string), try #require(ready["ca"]?.string))
    var settings = SceneSettings()
    settings.more = """
      [provider.shop]
      kind = "oidc"
      issuer = "\(url)"
      ca_file = "\(authority)"
      client_secret_file = "\(try #require(ready["secret"]?.string))"
      clients = ["com.example.app"]
      confirm_after = "1s"
      stale_after = "30d"
      baseline = false
      \(keys)
      """
    scene.configure(settings)
    try await scene.startRunner()
    try await scene.startDaemon()
    try await scene.listen()
  }

  /// Signs a user in and waits until a look confirmed him.
  func enrol(_ user: String) async throws {
    let token = try await control("user", "add", user)
    let run = try await scene.ctl("register", "shop", user, input: token)
    #expect(run.status == 0, "\(run.errors)")
    try await scene.signals.line(with: "subject=\(user)", "state=authorized")
  }

  @discardableResult
  func control(_ words: String...) async throws -> String {
    let run = try await ProgramRun.run(
      [BuiltProducts.path("credstate-sandbox"), "control"] + words
        + ["--directory", scene.folder.file("openid")])
    #expect(run.status == 0, "\(run.errors)")
    return run.text
  }

  /// What the provider's API answers to a bearer of `token`.
  func userInfo(_ token: String) async throws -> String {
    scene.folder.write("header", "Authorization: Bearer \(token)\n")
    return try await ProgramRun.run([
      "curl", "--silent", "--show-error", "--max-time", "300", "--cacert", authority, "--header",
      "@\(scene.folder.file("header"))", "\(url)/userinfo",
    ]).text
  }

  /// The refreshes that the provider saw of a user, in order.
  func refreshes(_ user: String) throws -> [JSONObject] {
    let text = String(decoding: scene.folder.read("openid/requests.log") ?? [], as: UTF8.self)
    let entries = try text.split(separator: "\n").compactMap {
      try JSONValue.parse(Array($0.utf8), maximumBytes: 65_536).object
    }
    return entries.filter {
      $0["subject"]?.string == user && $0["request"]?.string?.hasSuffix("/token") == true
    }
  }

  /// The access token of a user.
  func token(_ user: String, _ options: String...) async throws -> String {
    let run = try await scene.ctl(["access-token", "shop", user] + options)
    #expect(run.status == 0, "\(run.errors)")
    return String(run.text.prefix { $0 != "\n" })
  }

  /// The error of a token that cannot be had.
  func refusal(_ user: String, _ options: String...) async throws -> String {
    let run = try await scene.ctl(["access-token", "shop", user, "--json"] + options)
    #expect(run.status != 0)
    return run.text
  }
}

@Suite("Access tokens for back ends", .serialized, .timeLimit(.minutes(5)))
struct AccessTokenTests {
  @Test("a token is handed over, works at the provider, and its refresh token was stored first")
  func works() async throws {
    let shop = try await OpenIDScene()
    try await shop.enrol("ann")
    let before = try shop.refreshes("ann").count
    let token = try await shop.token("ann")
    // A crash at once: what the answer gave is there.
    try await shop.scene.daemon().stop(SIGKILL)
    #expect(try await shop.userInfo(token).contains(#""sub":"ann""#))
    #expect(try shop.refreshes("ann").count == before + 1)
    try await shop.scene.startDaemon()
    let second = try await shop.token("ann")
    #expect(second != token && !second.isEmpty)
    let seen = try shop.refreshes("ann")
    #expect(seen.allSatisfy { $0["answer"]?.string == "ok" }, "\(seen)")
    let presented = seen.compactMap { $0["presented"]?.string }
    #expect(Set(presented).count == seen.count)
    #expect(Array(presented.dropFirst()) == seen.dropLast().compactMap { $0["granted"]?.string })
  }

  @Test(
    "within its life the same token is handed out, by one refresh for many callers; --new refreshes"
  )
  func kept() async throws {
    let shop = try await OpenIDScene()
    try await shop.enrol("ann")
    let before = try shop.refreshes("ann").count
    let tokens = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<6 { group.addTask { try await shop.token("ann") } }
      var tokens: Set<String> = []
      for try await token in group { tokens.insert(token) }
      return tokens
    }
    #expect(tokens.count == 1)
    #expect(try shop.refreshes("ann").count == before + 1)
    let new = try await shop.token("ann", "--new")
    #expect(!tokens.contains(new))
    #expect(try await shop.userInfo(new).contains("ann"))
    // A reload lets go of what is kept.
    #expect(try await shop.scene.ctl("reload").status == 0)
    #expect(try await shop.token("ann") != new)
  }

  @Test("neither the bus, the log nor the store shows a token, and it cannot be changed")
  func nowhere() async throws {
    let shop = try await OpenIDScene()
    let watcher = try RunningProgram(
      ["/usr/bin/busctl", "--address=\(shop.scene.bus.address)", "monitor"])
    try await watcher.log.line(with: "Monitoring bus message stream")
    try await shop.enrol("ann")
    let answer = try await shop.scene.call(
      "GetAccessToken", [.string("shop"), .string("ann"), .uint64(0)])
    guard case .descriptor(let file)? = answer.first else { throw Scene.Failure(description: "") }
    let bytes = try #require(try file.read(upTo: 4096))
    let token = String(decoding: bytes, as: UTF8.self)
    #expect(try await shop.userInfo(token).contains("ann"))
    #expect(throws: SystemError.self) { try file.fill([0x78]) }
    #expect(answer.last?.members?["client"] == .string("com.example.app"))
    try await watcher.log.line(with: "Member=GetAccessToken")
    _ = try await shop.scene.ctl("list")
    try await watcher.log.line(with: "Member=List")
    let daemon = try await shop.scene.daemon()
    var places = [watcher.log.lines.joined(), daemon.log.lines.joined()]
    for name in ["state/store.db", "state/store.db-wal"] {
      places.append(String(decoding: shop.scene.folder.read(name) ?? [], as: UTF8.self))
    }
    #expect(places.allSatisfy { !$0.isEmpty && !$0.contains(token) })
  }

  @Test("of a user who is not known, or was forgotten, none is handed out")
  func forgotten() async throws {
    let shop = try await OpenIDScene()
    #expect(try await shop.refusal("nobody").contains(#""code":"not_found""#))
    try await shop.enrol("ann")
    #expect(try await !shop.token("ann").isEmpty)
    #expect(try await shop.scene.ctl("forget", "shop", "ann").status == 0)
    #expect(try await shop.refusal("ann").contains(#""code":"not_found""#))
  }

  @Test("of a user who is revoked none is handed out, also not one that is kept")
  func revoked() async throws {
    let shop = try await OpenIDScene("interval = \"1s\"\ndead_token = \"revoke\"")
    try await shop.enrol("ann")
    #expect(try await !shop.token("ann").isEmpty)
    try await shop.control("user", "revoke", "ann")
    try await shop.scene.signals.line(with: "CredentialRevoked", "subject=ann")
    let refusal = try await shop.refusal("ann")
    #expect(refusal.contains(#""code":"no_access_token""#) && refusal.contains("revoked"))
  }

  @Test("a token whose answer was lost gives none: rotation_lost, until the next sign-in")
  func lost() async throws {
    let shop = try await OpenIDScene()
    try await shop.enrol("ann")
    try await shop.control("mode", "drop")
    let refusal = try await shop.refusal("ann")
    #expect(refusal.contains(#""code":"no_access_token""#), "\(refusal)")
    #expect(refusal.contains("rotation_lost"), "\(refusal)")
  }

  @Test("kinds whose looks are no refresh, and shared tokens, say so")
  func none() async throws {
    let shop = try await OpenIDScene("interval = \"1h\"\nshared = true")
    let shared = try await shop.refusal("ann")
    #expect(shared.contains(#""code":"refused""#) && shared.contains("shared"), "\(shared)")
    let looked = try await OpenIDScene("interval = \"1h\"\nlook = \"introspection\"")
    let refusal = try await looked.refusal("ann")
    #expect(refusal.contains(#""code":"refused""#) && refusal.contains("no refresh"), "\(refusal)")
  }
}
