import CredentialCore
import CredentialMonitor
import CredentialStore
import Support
import Testing

@Suite("The monitor", .timeLimit(.minutes(5)))
struct MonitorTests {
  @Test("a user alone is revoked by three agreeing looks on three days, and the log says so once")
  func revocation() async throws {
    try await MonitorScene().running { scene in
      var (questions, sequences) = try await scene.watching()
      _ = try await scene.monitor.register(scene.request())

      try #require(await questions.next()).answer(.authorized, at: scene.time.now())
      #expect(await sequences.next() == 1)
      #expect(try await scene.monitor.credential(scene.id).state == .authorized)

      scene.time.advance(by: .seconds(86_400))
      let first = try #require(await questions.next())
      #expect(first.look.purpose == .scheduled)
      first.answer(.dead(.tokenDead), at: scene.time.now(), evidence: "400 invalid_grant")
      for await notice in scene.journal.notices where notice.kind == .suspicionOpened { break }
      #expect(try await scene.monitor.credential(scene.id).state == .authorized)

      scene.time.advance(by: .seconds(72_000))
      let second = try #require(await questions.next())
      #expect(second.look.purpose == .confirmation)
      second.answer(.dead(.tokenDead), at: scene.time.now(), evidence: "400 invalid_grant")

      while try await scene.monitor.credential(scene.id).grants[0].suspicion?.proofs.count != 2 {
        await Task.yield()  // the answer's commit may need this very thread
      }
      scene.time.advance(by: .seconds(72_000))
      let third = try #require(await questions.next())
      third.answer(.dead(.tokenDead), at: scene.time.now(), evidence: "400 invalid_grant")
      #expect(await sequences.next() == 2)
      for await notice in scene.journal.notices where notice.kind == .stateChanged { break }
      #expect(scene.journal.all.count { $0.kind == .stateChanged } == 1)

      let credential = try await scene.monitor.credential(scene.id)
      #expect(credential.state == .revoked)
      #expect(credential.reason == .tokenDead)
      let page = try await scene.monitor.events(generation: "", after: 1, limit: 10)
      #expect(page.events.map(\.body.action) == [.logOut])
    }
  }

  @Test("an outage and a refusal of our own identity change nobody and are told once")
  func faults() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      var questions = scene.looker.questions.makeAsyncIterator()
      for index in 0..<4 { _ = try await scene.monitor.register(scene.request("u\(index)")) }
      for answer in [Answer.misconfigured, .misconfigured, .misconfigured, .authorized] {
        let question = try #require(await questions.next())
        question.answer(answer, at: scene.time.now(), evidence: "400 invalid_client")
        // Judged before the next: answers given at once come in any order.
        while try await scene.monitor.credential(question.look.credential).lastLook == nil {
          await Task.yield()
        }
        scene.time.advance(by: .seconds(1))
      }
      for await notice in scene.journal.notices where notice.kind == .conditionEnded { break }
      let began = scene.journal.all.filter { $0.kind == .conditionBegan }
      #expect(began.map { $0.fields["condition"] } == [.text("provider_misconfigured")])
      let page = try await scene.monitor.events(generation: "", after: 0, limit: 10)
      #expect(page.events.allSatisfy { $0.body.action == .none })
    }
  }

  @Test("a reload swaps the provider after the looks in flight, and none is lost")
  func reload() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      var questions = scene.looker.questions.makeAsyncIterator()
      _ = try await scene.monitor.register(scene.request())
      let inFlight = try #require(await questions.next())
      let next = RehearsedLooker()
      var nextQuestions = next.questions.makeAsyncIterator()
      try await scene.monitor.apply(scene.setup(looker: next))
      #expect(scene.looker.timesClosed == 0)
      inFlight.answer(.authorized, at: scene.time.now())

      scene.time.advance(by: .seconds(86_400))
      let look = try #require(await nextQuestions.next())
      #expect(scene.looker.timesClosed == 1)
      look.answer(.authorized, at: scene.time.now())
    }
  }

  @Test("a mode that a reload puts into force holds for the looks in flight: nobody is logged out")
  func brake() async throws {
    try await MonitorScene().running { scene in
      var (questions, sequences) = try await scene.watching()
      _ = try await scene.monitor.register(scene.request())
      try #require(await questions.next()).answer(.authorized, at: scene.time.now())
      _ = await sequences.next()
      // Nobody else can bear witness: three looks on three days prove it.
      for _ in 0..<2 {
        scene.time.advance(by: .seconds(86_400))
        let now = scene.time.now()
        try #require(await questions.next()).answer(.dead(.tokenDead), at: now)
        while try await scene.monitor.credential(scene.id).lastLook != now { await Task.yield() }
      }
      scene.time.advance(by: .seconds(86_400))
      let third = try #require(await questions.next())

      try await scene.monitor.apply(scene.setup(mode: .observe))
      third.answer(.dead(.tokenDead), at: scene.time.now())
      let verdicts: Set<NoticeKind> = [.verdictWithheld, .stateChanged]
      for await notice in scene.journal.notices where verdicts.contains(notice.kind) { break }
      #expect(scene.journal.all.contains { $0.kind == .verdictWithheld })
      #expect(try await scene.monitor.credential(scene.id).state == .authorized)
    }
  }

  @Test("a manual check is one look, and the budget says when the next can be had")
  func manualCheck() async throws {
    try await MonitorScene().running { scene in
      var (questions, sequences) = try await scene.watching()
      _ = try await scene.monitor.register(scene.request())
      try #require(await questions.next()).answer(.authorized, at: scene.time.now())
      #expect(await sequences.next() == 1)

      #expect(try await scene.monitor.checkNow(scene.id) == .accepted)
      scene.time.advance(by: .seconds(1))  // the pace gathers a look
      let manual = try #require(await questions.next())
      #expect(try await scene.monitor.checkNow(scene.id) == .inFlight)
      manual.answer(.isolated, at: scene.time.now())
      scene.time.advance(by: .seconds(60))
      var outcome = try await scene.monitor.checkNow(scene.id)
      while outcome == .inFlight {
        await Task.yield()  // the answer's commit may need this very thread
        outcome = try await scene.monitor.checkNow(scene.id)
      }
      let free = Moment(milliseconds: 1_800_000_000_000) + .seconds(86_400)
      #expect(outcome == .budgetSpent(until: free))
    }
  }

  @Test("the status of a store that is closed is refused by the code that every call has for it")
  func closedStore() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      await scene.store.close()
      let status = await refusal { _ = try await scene.monitor.status() }
      #expect(status?.code == .stopping)
    }
  }

  @Test("a token of another user's is told of once, until the user's own is handed over")
  func mismatched() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      var questions = scene.looker.questions.makeAsyncIterator()
      _ = try await scene.monitor.register(scene.request())
      try #require(await questions.next()).answer(.mismatched, at: scene.time.now())
      for await notice in scene.journal.notices where notice.kind == .conditionBegan { break }
      let told = await scene.board.current
      #expect(told.map(\.kind) == [.tokenMismatched])
      #expect(told.first?.detail == "1 user, one is 001.a.1")

      scene.time.advance(by: .seconds(86_400))
      _ = try await scene.monitor.register(scene.request())
      try #require(await questions.next()).answer(.authorized, at: scene.time.now())
      for await notice in scene.journal.notices where notice.kind == .conditionEnded { break }
      #expect(await scene.board.current.isEmpty)
    }
  }

  @Test("an unknown provider, client, user and generation are refused, each by its own code")
  func refusals() async throws {
    try await MonitorScene().running { scene in
      try await scene.monitor.apply(scene.setup())
      let elsewhere = CredentialID(provider: try ProviderName("kakao"), subject: scene.id.subject)
      let provider = await refusal { _ = try await scene.monitor.checkNow(elsewhere) }
      #expect(provider?.code == .invalidArgument)
      #expect(provider?.message.contains("configured are: apple") ?? false)
      let client = await refusal {
        _ = try await scene.monitor.register(scene.request(client: "com.example.other"))
      }
      #expect(client?.code == .invalidArgument)
      #expect(client?.message.contains("configured are: com.example.app") ?? false)
      let user = await refusal { _ = try await scene.monitor.credential(scene.id) }
      #expect(user?.code == .notFound && user?.message.contains("001.a.1 at apple") ?? false)
      let generation = await refusal {
        _ = try await scene.monitor.events(generation: "other", after: 0, limit: 1)
      }
      #expect(generation?.code == .generationChanged)
    }
  }

  @Test("a cursor at the last event is at the end; one ahead of it, as after a backup, is refused")
  func cursorAhead() async throws {
    try await MonitorScene().running { scene in
      var (questions, sequences) = try await scene.watching()
      #expect(try await scene.monitor.events(generation: "", after: 0, limit: 1).events.isEmpty)
      _ = try await scene.monitor.register(scene.request())
      try #require(await questions.next()).answer(.authorized, at: scene.time.now())
      #expect(await sequences.next() == 1)
      #expect(try await scene.monitor.events(generation: "", after: 1, limit: 1).next == 1)
      for after in [2, Int64.max] {
        let ahead = await refusal {
          _ = try await scene.monitor.events(generation: "", after: after, limit: 1)
        }
        #expect(ahead?.code == .generationChanged)
      }
    }
  }
}
