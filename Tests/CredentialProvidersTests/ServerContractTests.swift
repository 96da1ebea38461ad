internal import CredentialCore
internal import HTTPServer
internal import Support
internal import Testing

@Suite("Kinds oidc, introspection and google before a server", .timeLimit(.minutes(5)))
struct ServerContractTests {
  @Test("kind oidc keeps the contract, looking by refresh", arguments: ProviderContract.cases)
  func refresh(contract: ProviderContract) async throws {
    let stage = try ServerStage("oidc")
    try await contract.run(stage.stage, AppleStage.start)
    await stage.stop()
  }

  @Test("kind oidc keeps the contract, looking by introspection", arguments: ProviderContract.cases)
  func introspection(contract: ProviderContract) async throws {
    let stage = try ServerStage("oidc", [("look", .text("introspection"))])
    try await contract.run(stage.stage, AppleStage.start)
    await stage.stop()
  }

  @Test("kind introspection keeps the contract", arguments: ProviderContract.cases)
  func introspectionKind(contract: ProviderContract) async throws {
    let stage = try ServerStage("introspection")
    try await contract.run(stage.stage, AppleStage.start)
    await stage.stop()
  }

  @Test("kind google keeps the contract", arguments: ProviderContract.cases)
  func google(contract: ProviderContract) async throws {
    let stage = try ServerStage("google")
    try await contract.run(stage.stage, AppleStage.start)
    await stage.stop()
  }

  @Test(
    "an odd answer of the server says nothing about a user, whatever the kind",
    arguments: ["oidc", "introspection", "google"],
    [
      ServerResponse(status: 503, body: Array("down".utf8)),
      ServerResponse(status: 302, headers: [HeaderField("Location", "https://portal.example/")]),
      ServerResponse(
        status: 200, headers: [HeaderField("Content-Type", "text/html")],
        body: Array("<html>".utf8)),
      ServerResponse(status: 200),
      ServerResponse(
        status: 200, headers: [HeaderField("Content-Type", "application/json")],
        body: Array("null".utf8)),
      ServerResponse(
        status: 200, headers: [HeaderField("Content-Type", "application/json")],
        body: [UInt8](repeating: 0x20, count: 70_000)),
      ServerResponse(status: 200, body: Array("{}".utf8), delivery: .dropped),
    ])
  func odd(kind: String, response: ServerResponse) async throws {
    let stage = try ServerStage(kind)
    stage.server.change { $0.answer = { _ in response } }
    #expect(
      try await stage.answers() == [.transient(retryAfter: nil), .transient(retryAfter: nil)])
    await stage.stop()
  }

  @Test("an endpoint that is not there is a fault of ours", arguments: ["oidc", "introspection"])
  func missing(kind: String) async throws {
    let stage = try ServerStage(kind)
    stage.server.change { $0.answer = { _ in ServerResponse(status: 404) } }
    #expect(try await stage.answers() == [.misconfigured, .misconfigured])
    await stage.stop()
  }
}
