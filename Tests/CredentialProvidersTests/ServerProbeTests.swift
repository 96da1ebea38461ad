internal import CredentialCore
internal import HTTPServer
internal import JSON
internal import Support
internal import Testing

@Suite("Tests of kinds oidc, introspection and google", .timeLimit(.minutes(5)))
struct ServerProbeTests {
  private func report(_ stage: ServerStage) async throws -> ProbeReport {
    let prober = try #require(stage.stage.provider.prober)
    return await prober.probe()
  }

  private static let kinds: [(String, [(String, String)], String)] = [
    ("oidc", [], "/token"), ("oidc", [("look", "introspection")], "/introspect"),
    ("introspection", [], "/introspect"), ("google", [], "/token"),
  ]

  @Test("a made-up token shows that our identity is accepted, for each client", arguments: 0..<4)
  func well(index: Int) async throws {
    let (kind, changes, path) = Self.kinds[index]
    let stage = try ServerStage(kind, changes.map { ($0.0, .text($0.1)) })
    let report = try await report(stage)
    #expect(report.isWell && report.address == stage.server.url + path, "\(report.findings)")
    #expect(report.findings.map(\.code) == [.accepted, .accepted])
    #expect(
      stage.server.requests.allSatisfy {
        String(decoding: $0.body, as: UTF8.self).contains("credstate-provider-test.not-a-token")
      })
    await stage.stop()
  }

  @Test("a refused identity is told, and how requests were signed", arguments: 0..<4)
  func refused(index: Int) async throws {
    let (kind, changes, _) = Self.kinds[index]
    let stage = try ServerStage(kind, changes.map { ($0.0, .text($0.1)) })
    stage.server.change {
      $0.answer = { _ in OAuthServer.json(401, ["error": "invalid_client"]) }
    }
    let report = try await report(stage)
    #expect(report.findings.map(\.code) == [.identityRefused])
    #expect(!"\(report)".contains("s3cret"))
    await stage.stop()
  }

  @Test("whoever accepts a made-up token is an impostor", arguments: 0..<4)
  func impostor(index: Int) async throws {
    let (kind, changes, _) = Self.kinds[index]
    let stage = try ServerStage(kind, changes.map { ($0.0, .text($0.1)) })
    stage.server.change {
      $0.answer = { _ in OAuthServer.json(200, ["active": true, "access_token": "a"]) }
    }
    #expect(try await report(stage).findings.map(\.code) == [.tokenAccepted])
    await stage.stop()
  }

  @Test("metadata that cannot be used is the finding, and no endpoint is asked")
  func metadata() async throws {
    let stage = try ServerStage("oidc")
    stage.server.change {
      $0.change = { $0["token_endpoint"] = "https://elsewhere.example/token" }
    }
    let report = try await report(stage)
    #expect(report.findings.map(\.code) == [.notSent])
    #expect(
      report.findings[0].detail
        == "the server's metadata has its token_endpoint on elsewhere.example, which is not in hosts; "
        + "add it there if that is right")
    #expect(report.address.hasSuffix("/.well-known/openid-configuration"))
    #expect(stage.server.requests.isEmpty)
    await stage.stop()
  }

  @Test("a server that cannot be reached for its metadata is told as such")
  func unreachable() async throws {
    // Nobody listens there, while a port that was given up may soon be another's.
    let server = try OAuthServer()
    let issuer = "https://127.1.1.1:\(server.port)"
    let stage = try ServerStage("oidc", [("issuer", .text(issuer))], server: server)
    #expect(try await report(stage).findings.map(\.code) == [.connectionRefused])
    await stage.stop()
  }
}
