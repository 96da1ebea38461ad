internal import CredentialCore
internal import Support
internal import Testing

@Suite("Every kind before the built sandbox over HTTPS", .serialized, .timeLimit(.minutes(5)))
struct SandboxContractTests {
  @Test(
    "a kind keeps the contract", arguments: SandboxStage.kinds, ProviderContract.cases)
  func contract(kind: SandboxStage.Kind, contract: ProviderContract) async throws {
    let stage = try await SandboxStage(kind)
    try await contract.run(stage.stage, SandboxStage.start)
    try await stage.stop()
  }

  @Test(
    "a service whose certificate nobody vouches for is told nothing", arguments: SandboxStage.kinds)
  func untrusted(kind: SandboxStage.Kind) async throws {
    let stage = try await SandboxStage(kind, trusts: false)
    let looks = [try stage.stage.alive(0), try stage.stage.dead()]
    let results = await stage.stage.results(of: looks, now: SandboxStage.start)
    #expect(
      results.map(\.answer) == [.transient(retryAfter: nil), .transient(retryAfter: nil)])
    #expect(results.map(\.mayHaveBeenSent) == [false, false])
    #expect(stage.stage.requests() == 0)
    try await stage.stop()
  }

  @Test("a service that does not run is told nothing", arguments: SandboxStage.kinds)
  func absent(kind: SandboxStage.Kind) async throws {
    let stage = try await SandboxStage(kind)
    let looks = [try stage.stage.alive(0), try stage.stage.dead()]
    try await stage.sandbox.stop()
    let results = await stage.stage.results(of: looks, now: SandboxStage.start)
    #expect(
      results.map(\.answer) == [.transient(retryAfter: nil), .transient(retryAfter: nil)])
    #expect(results.map(\.mayHaveBeenSent) == [false, false])
    stage.stage.provider.looker.close()
  }
}
