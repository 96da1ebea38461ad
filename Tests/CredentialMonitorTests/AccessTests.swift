import CredentialCore
import CredentialStore
import Support
import Testing

@testable import CredentialMonitor

@Suite("The monitor: access tokens", .timeLimit(.minutes(5)))
struct AccessTests {
  /// A scene in which one user is confirmed and the budget's regular look is spent.
  private func confirmed(
    _ body: (MonitorScene, inout MonitorScene.Questions) async throws -> Void
  ) async throws {
    let scene = try MonitorScene()
    try await scene.monitor.apply(scene.setup(givesAccess: true))
    var questions = scene.looker.questions.makeAsyncIterator()
    try await scene.running { scene in
      _ = try await scene.monitor.register(scene.request())
      let first = try #require(await questions.next())
      #expect(!first.look.isForAccess)
      first.answer(.authorized, at: scene.time.now())
      try await scene.settle()
      scene.time.advance(by: .seconds(1))
      try await body(scene, &questions)
    }
  }

  private func text(_ token: AccessToken) -> String {
    token.token.withBytes { String(decoding: $0, as: UTF8.self) }
  }

  private func refusal(_ body: () async throws -> AccessToken) async -> OperationError? {
    do { _ = try await body() } catch { return error as? OperationError }
    return nil
  }

  @Test("a token is got by a look, kept until a minute before its end, and cannot be printed")
  func kept() async throws {
    try await confirmed { scene, questions in
      async let asked = scene.monitor.accessToken(for: scene.id, isNew: false)
      let question = try #require(await questions.next())
      #expect(question.look.isForAccess && question.look.purpose == .manual)
      question.give("a.SECRET", for: .seconds(3600), at: scene.time.now())
      let token = try await asked
      #expect(text(token) == "a.SECRET" && !"\(token)".contains("SECRET"))
      let end = scene.time.now() + .seconds(3600)
      #expect(token.expires == end)
      scene.time.move(to: end - .seconds(61))
      #expect(try await text(scene.monitor.accessToken(for: scene.id, isNew: false)) == "a.SECRET")
      scene.time.move(to: end - .seconds(60))
      let refusal = await refusal {
        try await scene.monitor.accessToken(for: scene.id, isNew: false)
      }
      #expect(refusal?.code == .busy && refusal?.message.contains("no more looks") == true)
    }
  }

  @Test("a token whose end is not known is handed out once")
  func endless() async throws {
    try await confirmed { scene, questions in
      async let asked = scene.monitor.accessToken(for: scene.id, isNew: false)
      let question = try #require(await questions.next())
      question.give("a", for: nil, at: scene.time.now())
      #expect(try await asked.expires == nil)
      let refusal = await refusal {
        try await scene.monitor.accessToken(for: scene.id, isNew: false)
      }
      #expect(refusal?.code == .busy)
    }
  }

  @Test("a look that was on its way already is waited for, and another is asked for after it")
  func onItsWay() async throws {
    let scene = try MonitorScene()
    try await scene.monitor.apply(scene.setup(givesAccess: true))
    var questions = scene.looker.questions.makeAsyncIterator()
    try await scene.running { scene in
      _ = try await scene.monitor.register(scene.request())
      let first = try #require(await questions.next())
      async let asked = scene.monitor.accessToken(for: scene.id, isNew: false)
      var sleeps = scene.time.sleeps.makeAsyncIterator()
      let patience = scene.time.now() + .seconds(20)
      while let moment = await sleeps.next(), moment != patience {}
      scene.time.advance(by: .seconds(1))
      first.answer(.authorized, at: scene.time.now())
      let second = try #require(await questions.next())
      #expect(second.look.isForAccess)
      second.give("b", for: .seconds(600), at: scene.time.now())
      #expect(try await text(asked) == "b")
    }
  }

  @Test("who has waited for twenty seconds is told so, and the next has what came of it")
  func late() async throws {
    try await confirmed { scene, questions in
      async let asked = refusal {
        try await scene.monitor.accessToken(for: scene.id, isNew: false)
      }
      let question = try #require(await questions.next())
      scene.time.advance(by: .seconds(20))
      let error = await asked
      #expect(error?.code == .busy && error?.message.contains("in time") == true)
      question.give("c", for: .seconds(600), at: scene.time.now())
      try await scene.settle()
      #expect(try await text(scene.monitor.accessToken(for: scene.id, isNew: false)) == "c")
    }
  }

  /// Answers, the code of the refusal, and a part of its sentence.
  static let refusals: [(Answer, OperationError.Code, String)] = [
    (.dead(.tokenDead), .noAccessToken, "sign in again"),
    (.reauthenticate, .noAccessToken, "sign in again"),
    (.authorized, .noAccessToken, "holds none"),
    (.throttled(retryAfter: nil), .busy, "taught nothing"),
    (.transient(retryAfter: nil), .busy, "taught nothing"),
    (.misconfigured, .refused, "our own identity"),
  ]

  @Test("an answer without a token is told for what it is", arguments: refusals.indices)
  func answers(_ index: Int) async throws {
    let (answer, code, part) = Self.refusals[index]
    try await confirmed { scene, questions in
      async let asked = refusal {
        try await scene.monitor.accessToken(for: scene.id, isNew: false)
      }
      let question = try #require(await questions.next())
      question.answer(answer, at: scene.time.now())
      let error = await asked
      #expect(error?.code == code && error?.message.contains(part) == true, "\(error as Any)")
    }
  }

  @Test("a provider that throttles is not waited for: until when is told")
  func throttled() async throws {
    try await confirmed { scene, questions in
      async let asked = refusal {
        try await scene.monitor.accessToken(for: scene.id, isNew: false)
      }
      let question = try #require(await questions.next())
      question.answer(.throttled(retryAfter: .seconds(600)), at: scene.time.now())
      _ = await asked
      try await scene.settle()
      let error = await refusal {
        try await scene.monitor.accessToken(for: scene.id, isNew: false)
      }
      #expect(error?.code == .busy && error?.message.contains("not asked before") == true)
    }
  }

  @Test("who waits at a stop is told that the daemon ends")
  func stop() async throws {
    try await confirmed { scene, questions in
      async let asked = refusal {
        try await scene.monitor.accessToken(for: scene.id, isNew: false)
      }
      let question = try #require(await questions.next())
      await scene.monitor.stop()
      question.answer(.transient(retryAfter: nil), at: scene.time.now(), sent: false)
      let error = await asked
      #expect(error?.code == .busy || error?.code == .stopping)
    }
  }

  @Test("a kind whose looks are no refresh has none to give")
  func kind() async throws {
    let scene = try MonitorScene()
    try await scene.monitor.apply(scene.setup())
    let error = await refusal {
      try await scene.monitor.accessToken(for: scene.id, isNew: false)
    }
    #expect(error?.code == .refused)
  }

  @Test("a thousand tokens are kept, the longest-lived; sixty-four callers wait")
  func bounded() throws {
    var desk = AccessDesk()
    let now = Moment(milliseconds: 1_800_000_000_000)
    let provider = try ProviderName("shop")
    let client = try ClientID("c")
    for number in 0..<1_200 {
      let id = CredentialID(provider: provider, subject: try Subject("u\(number)"))
      let look = Look(
        credential: id, client: client, epoch: Epoch(Int64(number + 1)), token: Secret([]),
        purpose: .manual, claimed: now)
      let token = AccessToken(Secret([65]), of: look, life: .seconds(3600 + Int64(number)))
      desk.tell(id, .given(token), at: now)
    }
    #expect(desk.keptCount == AccessDesk.mostKept)
    let last = CredentialID(provider: provider, subject: try Subject("u1199"))
    #expect(desk.kept(of: last, at: now) != nil)
    #expect(desk.kept(of: last, at: now + .seconds(7200)) == nil)
    #expect(desk.kept(of: last, at: now) == nil)
    let places = (0..<AccessDesk.mostWaiting).compactMap { _ in
      desk.join(last, isNew: true, at: now)
    }
    #expect(places.count == AccessDesk.mostWaiting && desk.join(last, isNew: true, at: now) == nil)
    desk.leave(places[0])
    #expect(desk.join(last, isNew: true, at: now) != nil)
  }
}
