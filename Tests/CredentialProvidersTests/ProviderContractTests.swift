internal import CredentialCore
internal import CredentialSandbox
internal import Support
internal import Testing

@Suite("Providers before a stand-in", .timeLimit(.minutes(5)))
struct ProviderContractTests {
  @Test(
    "kind sandbox keeps the contract over HTTP/1.1", arguments: ProviderContract.cases)
  func sandbox(contract: ProviderContract) async throws {
    let stage = try AppleStage(kind: "sandbox")
    try await contract.run(stage.stage, AppleStage.start)
    await stage.stop()
  }

  @Test("kind apple keeps the contract over HTTP/1.1", arguments: ProviderContract.cases)
  func apple(contract: ProviderContract) async throws {
    let stage = try AppleStage(kind: "apple")
    try await contract.run(stage.stage, AppleStage.start)
    await stage.stop()
  }

  @Test("kind apple keeps the contract over HTTP/2", arguments: ProviderContract.cases)
  func http2(contract: ProviderContract) async throws {
    let stage = try AppleStage(kind: "apple", throughNginx: true)
    try await contract.run(stage.stage, AppleStage.start)
    await stage.stop()
  }

  @Test(
    "no fault of the peer or of ours says anything about the user",
    arguments: [
      (SandboxMode.outage, Answer.transient(retryAfter: nil)),
      (.throttle(retryAfter: 120), .throttled(retryAfter: .seconds(120))),
      (.throttle(retryAfter: nil), .throttled(retryAfter: nil)),
      (.captivePortal, .transient(retryAfter: nil)), (.truncate, .transient(retryAfter: nil)),
      (.halfJSON, .transient(retryAfter: nil)), (.drop, .transient(retryAfter: nil)),
      (.invalidClient, .misconfigured),
    ])
  func faults(mode: SandboxMode, answer: Answer) async throws {
    let stage = try AppleStage(kind: "sandbox")
    let looks = [try stage.stage.alive(0), try stage.stage.dead()]
    stage.sandbox.setMode(mode)
    let results = await stage.stage.results(of: looks, now: AppleStage.start)
    #expect(results.map(\.answer) == [answer, answer])
    #expect(results.allSatisfy { $0.mayHaveBeenSent })
    #expect(stage.stage.requests() == 2)
    await stage.stop()
  }

  @Test("a revoked user may show as invalid_request, which is isolated")
  func invalidRequest() async throws {
    let stage = try AppleStage(kind: "sandbox")
    let look = try stage.stage.alive(0)
    try stage.sandbox.revoke("user.0", as: .invalidRequest)
    let results = await stage.stage.results(of: [look], now: AppleStage.start)
    #expect(results.map(\.answer) == [.isolated])
    await stage.stop()
  }

  @Test("a clock that is an hour off is a fault of ours")
  func clock() async throws {
    let stage = try AppleStage(kind: "sandbox")
    let past = AppleStage.start - .seconds(3600)
    let results = await stage.stage.results(of: [try stage.stage.alive(0)], now: past)
    #expect(results.map(\.answer) == [.misconfigured])
    await stage.stop()
  }

  @Test("an answer that comes too late is no news, and the look was spent")
  func timeout() async throws {
    // On a busy machine the shortest may run out before the look has left; then nothing was spent.
    for limit in ["300ms", "2s", "20s", "2m"] {
      let stage = try AppleStage(kind: "sandbox", settings: [("request_timeout", limit)])
      let look = try stage.stage.dead()
      stage.sandbox.setMode(.slow(.seconds(300)))
      let results = await stage.stage.results(of: [look], now: AppleStage.start)
      #expect(results.map(\.answer) == [.transient(retryAfter: nil)])
      let hasArrived = stage.stage.requests() > 0
      if hasArrived {
        #expect(results.map(\.mayHaveBeenSent) == [true])
        #expect(results.first?.evidence.summary.hasPrefix("timeout:") == true)
      }
      await stage.stop()
      if hasArrived { return }
    }
    Issue.record("no look has left within two minutes")
  }
}
