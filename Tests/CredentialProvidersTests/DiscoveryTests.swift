internal import CredentialCore
internal import HTTPServer
internal import JSON
internal import Support
internal import Testing

@testable internal import CredentialProviders

@Suite("A server's metadata, fetched", .timeLimit(.minutes(5)))
struct DiscoveryTests {
  @Test("one fetch serves all looks, also those that are made while it is under way")
  func once() async throws {
    let stage = try ServerStage("oidc")
    async let first = stage.answers()
    async let second = stage.answers()
    let answers = try await [first, second]
    #expect(answers == [[.authorized, .dead(.tokenDead)], [.authorized, .dead(.tokenDead)]])
    #expect(stage.server.documents == 1 && stage.server.requests.count == 4)
    await stage.stop()
  }

  @Test("configured endpoints need no metadata")
  func configured() async throws {
    let server = try OAuthServer()
    for (look, key, path) in [
      ("refresh", "token_endpoint", "/token"),
      ("introspection", "introspection_endpoint", "/introspect"),
    ] {
      let stage = try ServerStage(
        "oidc", [("look", .text(look)), (key, .text(server.url + path))], server: server)
      #expect(try await stage.answers() == [.authorized, .dead(.tokenDead)])
      stage.stage.provider.looker.close()
    }
    #expect(server.documents == 0)
    await server.stop()
  }

  @Test("RFC 8414's form asks between host and path, and the issuer's path counts")
  func oauthForm() async throws {
    let server = try OAuthServer()
    let issuer = "\(server.url)/tenant"
    server.change { $0.change = { $0["issuer"] = .string(issuer) } }
    let stage = try ServerStage(
      "oidc",
      [("issuer", .text(issuer)), ("discovery", .text("oauth-authorization-server"))],
      server: server)
    #expect(try await stage.answers() == [.authorized, .dead(.tokenDead)])
    await stage.stop()
  }

  @Test(
    "metadata that says something else than was agreed makes no look, and is a fault of ours",
    arguments: [
      ("issuer", "https://127.0.0.1:1", "is of issuer https://127.0.0.1:1, not of"),
      ("token_endpoint", "http://127.0.0.1/token", "cannot be used: it must begin with https://"),
      ("token_endpoint", "https://other.example/token", "other.example, which is not in hosts"),
      ("jwks_uri", "https://keys.example/", "its jwks_uri on keys.example"),
      ("userinfo_endpoint", "https://u.example/", "its userinfo_endpoint on u.example"),
    ])
  func refused(member: String, value: String, reason: String) async throws {
    let stage = try ServerStage("oidc")
    stage.server.change { $0.change = { $0[member] = .string(value) } }
    let results = await stage.stage.results(of: [try stage.stage.dead()], now: AppleStage.start)
    #expect(results.map(\.answer) == [.misconfigured])
    #expect(results.map(\.mayHaveBeenSent) == [false])
    #expect(results[0].evidence.summary.contains(reason), "\(results[0].evidence.summary)")
    #expect(stage.server.requests.isEmpty)
    await stage.stop()
  }

  @Test("a host that was allowed is used")
  func allowed() async throws {
    let server = try OAuthServer()
    server.change {
      $0.change = { document in
        let here = document["token_endpoint"]?.string ?? ""
        document["token_endpoint"] = .string(here.replacing("127.0.0.1", with: "localhost"))
      }
    }
    let closed = try ServerStage("oidc", server: server)
    #expect(try await closed.answers() == [.misconfigured, .misconfigured])
    closed.stage.provider.looker.close()
    let open = try ServerStage(
      "oidc", [("hosts", ServerStage.list(["LOCALHOST:\(server.port)"]))], server: server)
    #expect(try await open.answers() == [.authorized, .dead(.tokenDead)])
    await open.stop()
  }

  @Test("no answer, a page and a missing endpoint are told apart; nobody is judged")
  func absent() async throws {
    let stage = try ServerStage("oidc")
    stage.server.change { $0.change = { $0["token_endpoint"] = nil } }
    #expect(try await stage.answers() == [.misconfigured, .misconfigured])
    await stage.stop()
    let gone = try ServerStage("oidc")
    await gone.server.stop()
    #expect(
      try await gone.answers() == [.transient(retryAfter: nil), .transient(retryAfter: nil)])
    gone.stage.provider.looker.close()
  }
}
