import CredentialCore
import CredentialMonitor
import CredentialStore
import Support
import Testing

/// Takes a submission for what its body is the number of.
private struct RehearsedPushVerifier: PushVerifier {
  let readings: [PushReading]
  var silentAfter: Duration?

  func verify(_ submission: PushSubmission, now: Moment) async -> PushReading {
    readings[Int(submission.body.first ?? 0)]
  }

  func close() {}
}

@Suite("The monitor: submitted pushes", .timeLimit(.minutes(5)))
struct SubmissionTests {
  private func scene(
    _ readings: [PushReading], silentAfter: Duration? = nil
  ) async throws -> MonitorScene {
    let scene = try MonitorScene()
    try await scene.store.enrol("u0", at: scene.time.now())
    scene.time.advance(by: .seconds(3600))
    let verifier = RehearsedPushVerifier(readings: readings, silentAfter: silentAfter)
    try await scene.monitor.apply(try scene.setup(push: verifier))
    return scene
  }

  private func submit(_ scene: MonitorScene, _ number: UInt8 = 0) async throws -> PushAnswer {
    try await scene.monitor.submitPush(
      PushSubmission(body: [number]), to: scene.id.provider)
  }

  private static let consent = PushNews.conclusive(.consentWithdrawn)

  private static func verified(_ user: String, at moment: Moment, unknown: [String] = [])
    -> PushReading
  {
    .verified(
      VerifiedPushes(
        [StoreContract.push(user, consent, id: "id of \(user)", at: moment)], status: 202,
        id: "id", unknown: unknown))
  }

  @Test("one that is verified turns its user, and twice the same is answered alike")
  func accepted() async throws {
    let at = Moment(milliseconds: 1_800_003_600_000)
    let scene = try await scene([Self.verified("u0", at: at), Self.verified("nobody", at: at)])
    let first = try await submit(scene)
    #expect(first.status == 202 && first.outcome == .accepted)
    #expect(first.effects == [.init(news: "consent_withdrawn", rule: .pushTurned)])
    #expect(try await submit(scene) == first)
    #expect(try await submit(scene, 1).effects.map(\.rule) == [nil])
    #expect(try await scene.monitor.credential(StoreWorld.id("u0")).state == .revoked)
    #expect(first.fields["status"] == .integer(202) && first.fields["body"] == .text(""))
  }

  @Test("a user who is enrolled after a push about them has a look decide")
  func recalled() async throws {
    let at = Moment(milliseconds: 1_800_003_600_000)
    let scene = try await scene([Self.verified("001.a.1", at: at)])
    _ = try await submit(scene)
    scene.time.advance(by: .seconds(600))
    let user = try await scene.monitor.register(scene.request())
    #expect(scene.journal.all.last?.kind == .pushPassedOver)
    let history = try await scene.store.history(of: user.id)
    #expect(history?.entries.last?.ground?.rule == .pushAfterReturn)
  }

  @Test(
    "news about one token has a look decide about whoever has it, and tells the log who handed it over"
  )
  func token() async throws {
    let at = Moment(milliseconds: 1_800_003_600_000)
    var verified = VerifiedPushes([], status: 202, id: "id")
    verified.tokens = ["prefix a", "prefix of nobody"].map {
      PushedToken(
        TokenName($0), id: "id \($0)", news: .askForLook, at: at, received: at,
        evidence: Evidence("token-revoked"))
    }
    let scene = try await scene([.verified(verified)])
    var named = StoreWorld.registration("u1")
    named.tokenNames = [TokenName("prefix a")]
    _ = try await scene.store.register(named, now: scene.time.now() - .seconds(600))
    let answer = try await scene.monitor.submitPush(
      PushSubmission(body: [0], by: Caller(uid: 7)), to: scene.id.provider)
    #expect(answer.effects == [.init(news: "ask_for_look", rule: .pushAsksForLook)])
    let history = try await scene.store.history(of: StoreWorld.id("u1"))
    #expect(history?.entries.last?.ground?.rule == .pushAsksForLook)
    #expect(scene.journal.all.last?.kind == .pushTaken)
    #expect(scene.journal.all.last?.fields["uid"] == .integer(7))
  }

  @Test("refusals are answered with a published code; twenty in an hour are told, the rest counted")
  func refused() async throws {
    let scene = try await scene([
      .refused(PushRefusal(.authenticationFailed, "it is \"forged\"", id: "j1")),
      .refused(PushRefusal(.invalidAudience, "it is for another")),
      .refused(PushRefusal(.unavailable, "no keys", retryAfter: .seconds(7))),
    ])
    let answer = try await submit(scene)
    #expect(answer.status == 400 && answer.outcome == .refused)
    let body = #"{"err":"authentication_failed","description":"it is \"forged\""}"#
    #expect(answer.fields["body"] == .text(body))
    #expect(await scene.board.current.isEmpty)
    #expect(try await submit(scene, 1).error == "invalid_audience")
    #expect(await scene.board.current.map(\.kind) == [.pushClientNotConfigured])
    let later = try await submit(scene, 2)
    #expect(later.status == 503 && later.fields["retry_after"] == .integer(7))
    for _ in 0..<30 { _ = try await submit(scene) }
    #expect(scene.journal.all.filter { $0.kind == .pushRefused }.count == 20)
    scene.time.advance(by: .seconds(3600))
    _ = try await submit(scene)
    #expect(scene.journal.all.last?.fields["untold"] == .integer(13))
    try await scene.monitor.apply(try scene.setup())
    #expect(await scene.board.current.isEmpty)
  }

  @Test("news that nothing acts on is taken, and told once for each kind")
  func unknown() async throws {
    let reading = PushReading.verified(
      VerifiedPushes([], status: 200, id: "id", unknown: ["name-changed"]))
    let scene = try await scene([reading])
    for _ in 0..<3 { #expect(try await submit(scene).status == 200) }
    #expect(scene.journal.all.filter { $0.kind == .pushUnknown }.count == 1)
  }

  @Test(
    "a provider that pushed and then is silent for too long is a condition, until it pushes again")
  func silent() async throws {
    let reading = PushReading.verified(VerifiedPushes([], status: 200, id: "id"))
    let scene = try await scene([reading], silentAfter: .seconds(7200))
    scene.time.advance(by: .seconds(86_400))
    #expect(await scene.board.current.isEmpty)
    _ = try await submit(scene)
    scene.time.advance(by: .seconds(7200))
    for await notice in scene.journal.notices where notice.kind == .conditionBegan { break }
    #expect(await scene.board.current.map(\.kind) == [.pushSilent])
    _ = try await submit(scene)
    #expect(await scene.board.current.isEmpty)
    await scene.monitor.stop()
  }

  @Test("a provider that pushes nothing takes nothing")
  func none() async throws {
    let scene = try MonitorScene()
    try await scene.monitor.apply(scene.setup())
    await #expect(throws: OperationError.self) { try await submit(scene) }
  }
}
