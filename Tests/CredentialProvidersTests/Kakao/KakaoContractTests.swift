internal import CredentialCore
internal import HTTPServer
internal import JSON
internal import Linux
internal import Support
internal import Testing

@Suite("Kind kakao before a peer", .timeLimit(.minutes(5)))
struct KakaoContractTests {
  private static let now = Moment(milliseconds: 1_790_000_000_000)

  @Test("kind kakao keeps the contract", arguments: ProviderContract.cases)
  func contract(_ contract: ProviderContract) async throws {
    let stage = try KakaoStage()
    try await contract.run(stage.stage, Self.now)
    await stage.stop()
  }

  @Test(
    "who is left out of a list is asked about alone, in either shape of the list",
    arguments: [KakaoStage.Shape.elements, .array])
  func leftOut(shape: KakaoStage.Shape) async throws {
    let stage = try KakaoStage(shape: shape)
    let looks = [try stage.stage.alive(0), try stage.stage.dead(), try stage.stage.alive(1)]
    let results = await stage.stage.results(of: looks, now: Self.now)
    let answers = Dictionary(
      results.map { ($0.look.credential.subject.text, $0.answer) }, uniquingKeysWith: { $1 })
    #expect(results.count == 3 && answers["7"] == .dead(.notLinked))
    #expect(answers.values.count { $0 == .authorized } == 2)
    #expect(stage.server.requests.map(\.path) == ["/v2/app/users", "/v2/user/me"])
    #expect(results.allSatisfy { $0.mayHaveBeenSent })
    await stage.stop()
  }

  @Test("250 looks are three requests, and none shows a token or asks more than a hundred")
  func many() async throws {
    let stage = try KakaoStage()
    let looks = try (0..<250).map { try stage.stage.alive($0) }
    let results = await stage.stage.results(of: looks, now: Self.now)
    #expect(results.count == 250 && results.allSatisfy { $0.answer == .authorized })
    #expect(stage.server.requests.count == 3)
    #expect(!stage.server.requests.contains { ($0.query ?? "").contains("unused") })
    await stage.stop()
  }

  @Test("under a key that has shown nobody as linked, nobody is dead")
  func unproven() async throws {
    let stage = try KakaoStage(canaries: [])
    let results = await stage.stage.results(of: [try stage.stage.dead()], now: Self.now)
    #expect(results.map(\.answer) == [.misconfigured])
    #expect(results.first?.evidence.summary.contains("canaries") == true)
    // Two users who are linked prove it.
    let proof = [try stage.stage.alive(0), try stage.stage.alive(1)]
    _ = await stage.stage.results(of: proof, now: Self.now)
    let again = await stage.stage.results(of: [try stage.stage.dead()], now: Self.now)
    #expect(again.map(\.answer) == [.dead(.notLinked)])
    await stage.stop()
  }

  @Test("under the key of another app, where nobody is linked, few are asked and nobody is dead")
  func foreignKey() async throws {
    let stage = try KakaoStage()
    let looks = try (0..<50).map { try stage.stage.alive($0) }
    stage.gone.withLock {
      $0 = Set(looks.map(\.credential.subject.text) + KakaoStage.canaries)
    }
    let results = await stage.stage.results(of: looks, now: Self.now)
    #expect(results.count == 50)
    #expect(results.count { $0.answer == .misconfigured } == 3)
    #expect(results.count { $0.answer == .transient(retryAfter: nil) } == 47)
    #expect(stage.server.requests.count == 4)
    await stage.stop()
  }

  @Test("a recorded look goes alone, and its record has the code")
  func recorded() async throws {
    let stage = try KakaoStage()
    var look = try stage.stage.dead()
    look.isRecorded = true
    let results = await stage.stage.results(of: [look, try stage.stage.alive(0)], now: Self.now)
    let record = results.compactMap(\.record).first
    #expect(record?.body.contains(#""code":-101"#) == true, "\(record?.body ?? "")")
    await stage.stop()
  }

  @Test("a test of the provider shows whether the key is accepted")
  func probe() async throws {
    let stage = try KakaoStage()
    let report = await stage.stage.provider.prober?.probe()
    #expect(report?.findings.map(\.code) == [.accepted])
    await stage.stop()
  }
}
