import CredentialCore
import CredentialMonitor
import CredentialStore
import Support
import Testing

@Suite("The monitor: sign-ins", .timeLimit(.minutes(5)))
struct SignInServiceTests {
  private let verifier = RehearsedVerifier()

  private func scene() async throws -> MonitorScene {
    let scene = try MonitorScene()
    try await scene.monitor.apply(scene.setup(signIn: verifier))
    return scene
  }

  private func request(_ code: String? = nil, nonce: String? = nil) throws -> SignInRequest {
    var handover = SignInHandover()
    handover.code = code.map { Secret(Array($0.utf8)) }
    handover.nonce = nonce
    return SignInRequest(
      provider: try ProviderName("apple"), handover: handover, account: "alice",
      by: Caller(uid: 7))
  }

  private func verified(_ scene: MonitorScene, _ subject: String = "001.a.1") throws
    -> VerifiedSignIn
  {
    VerifiedSignIn(
      subject: try Subject(subject), client: try ClientID("com.example.app"), at: scene.time.now(),
      token: .exchanged(Secret([65])), profile: StoreContract.profile,
      evidence: Evidence("code exchanged"))
  }

  private func refusal(_ body: () async throws -> Void) async -> OperationError? {
    do { try await body() } catch { return error as? OperationError }
    return nil
  }

  @Test(
    "a sign-in is durable when the call returns, and log and answer tell of it without the profile")
  func told() async throws {
    let scene = try await scene()
    var questions = verifier.questions.makeAsyncIterator()
    let request = try request("c")
    async let answer = scene.monitor.signIn(request)
    let question = try #require(await questions.next())
    question.answer(.success(try verified(scene)))
    let fields = try await answer.fields
    #expect(fields["outcome"] == .text("new") && fields["token"] == .text("confirmed"))
    #expect(!"\(fields)".contains("Lovelace"))
    #expect(scene.journal.all.map(\.kind).suffix(2) == [.confirmed, .signedIn])
    let user = try await scene.monitor.credential(scene.id)
    #expect(user.state == .authorized && user.account == "alice" && user.hasProfile)
    #expect(try await scene.monitor.user(scene.id) == StoreContract.profile)
  }

  @Test("a push that came just before the user's first sign-in is judged by it: a look decides")
  func pushedBefore() async throws {
    let scene = try await scene()
    let push = StoreContract.push(
      "001.a.1", .conclusive(.consentWithdrawn), at: scene.time.now() - .seconds(60))
    #expect(try await scene.monitor.apply([push]).map { $0 == nil } == [true])
    var questions = verifier.questions.makeAsyncIterator()
    let request = try request("c")
    async let answer = scene.monitor.signIn(request)
    let question = try #require(await questions.next())
    question.answer(.success(try verified(scene)))
    #expect(try await answer.fields["outcome"] == .text("new"))
    #expect(try await scene.monitor.credential(scene.id).state == .authorized)
    let history = try await scene.store.history(of: scene.id)
    #expect(history?.entries.last?.ground?.rule == .pushNearSignIn)
  }

  @Test(
    "the same code again waits for the first, and has its answer; with other facts it is refused")
  func duplicate() async throws {
    let scene = try await scene()
    var questions = verifier.questions.makeAsyncIterator()
    let request = try request("c")
    async let first = scene.monitor.signIn(request)
    let question = try #require(await questions.next())
    async let second = scene.monitor.signIn(request)
    let other = try self.request("c", nonce: "n")
    let refused = await refusal { _ = try await scene.monitor.signIn(other) }
    #expect(refused?.code == .invalidResponse)
    question.answer(.success(try verified(scene)))
    #expect(try await first.signedIn.outcome == .new)
    #expect(try await second.signedIn.outcome == .new)
    #expect(try await scene.monitor.signIn(request).signedIn.outcome == .new)
    #expect(try await scene.monitor.credential(scene.id).grants.count == 1)
    scene.time.advance(by: .seconds(601))
    async let late = refusal { _ = try await scene.monitor.signIn(request) }
    let again = try #require(await questions.next())
    again.answer(.failure(SignInRefusal(.failed, "it was used before")))
    #expect(await late?.code == .failed)
  }

  @Test("more than thirty-two of one provider at once are Busy, and others go on")
  func bounded() async throws {
    let scene = try await scene()
    var questions = verifier.questions.makeAsyncIterator()
    try await withThrowingTaskGroup(of: Void.self) { group in
      var waiting: [RehearsedVerifier.Question] = []
      for number in 0..<32 {
        let request = try request("c\(number)")
        group.addTask { _ = try await scene.monitor.signIn(request) }
        waiting.append(try #require(await questions.next()))
      }
      let request = try request("more")
      let refused = await refusal { _ = try await scene.monitor.signIn(request) }
      #expect(refused?.code == .busy)
      for (number, question) in waiting.enumerated() {
        question.answer(.success(try verified(scene, "user \(number)")))
      }
      try await group.waitForAll()
    }
    #expect(try await scene.store.census().credentials[scene.id.provider] == [.authorized: 32])
  }

  @Test("a refusal is told by its code, and a code that it did not use up may come again")
  func refused() async throws {
    let scene = try await scene()
    var questions = verifier.questions.makeAsyncIterator()
    let request = try request("c")
    for code in SignInRefusal.Code.allCases {
      async let outcome = refusal { _ = try await scene.monitor.signIn(request) }
      let question = try #require(await questions.next())
      question.answer(.failure(SignInRefusal(code, "so")))
      #expect(await outcome?.code.rawValue == code.rawValue)
      #expect(scene.journal.all.last?.kind == .signInRefused)
    }
    #expect(try await scene.store.census().credentials.isEmpty)
  }

  @Test("a provider without the role says that it handles no sign-in")
  func notHandled() async throws {
    let scene = try MonitorScene()
    try await scene.monitor.apply(scene.setup())
    let request = try request("c")
    let refused = await refusal { _ = try await scene.monitor.signIn(request) }
    #expect(refused?.code == .notHandled)
    let unknown = await refusal { _ = try await scene.monitor.user(scene.id) }
    #expect(unknown?.code == .notFound)
  }

  @Test("a sign-in of another user than the caller's is not kept")
  func otherUser() async throws {
    let scene = try await scene()
    var questions = verifier.questions.makeAsyncIterator()
    var handover = SignInHandover()
    handover.subject = try Subject("001.a.1")
    let request = SignInRequest(provider: scene.id.provider, handover: handover)
    async let outcome = refusal { _ = try await scene.monitor.signIn(request) }
    let question = try #require(await questions.next())
    question.answer(.success(try verified(scene, "someone else")))
    #expect(await outcome?.code == .invalidResponse)
    #expect(try await scene.store.census().credentials.isEmpty)
  }

  @Test("a stop waits until a code that is being exchanged is kept")
  func stop() async throws {
    let scene = try await scene()
    var questions = verifier.questions.makeAsyncIterator()
    let request = try request("c")
    async let answer = scene.monitor.signIn(request)
    let question = try #require(await questions.next())
    async let stopped: Void = scene.monitor.stop()
    question.answer(.success(try verified(scene)))
    await stopped
    #expect(try await scene.store.credential(scene.id)?.state == .authorized)
    #expect(try await answer.signedIn.outcome == .new)
  }
}
