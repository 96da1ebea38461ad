import CredentialCore
import CredentialMonitor
import CredentialStore
import Support
import Testing

@Suite("Recording a test user", .timeLimit(.minutes(5)))
struct RecordingTests {
  @Test("looks at the user are marked from the next on, those at others and after the end are not")
  func marked() async throws {
    let scene = try MonitorScene()
    try await scene.monitor.apply(scene.setup())
    try await scene.running { scene in
      let (monitor, id) = (scene.monitor, scene.id)
      var questions = scene.looker.questions.makeAsyncIterator()
      _ = try await monitor.register(scene.request())
      let first = await questions.next()
      #expect(first?.look.isRecorded == false)
      let since = try await monitor.startRecording(id)
      #expect(since == scene.time.now())
      first?.answer(.authorized, at: scene.time.now())
      while try await monitor.credential(id).state != .authorized { await Task.yield() }
      scene.time.advance(by: .seconds(1))
      _ = try await monitor.checkNow(id)
      let second = await questions.next()
      #expect(second?.look.credential == id && second?.look.isRecorded == true)
      _ = try await monitor.register(scene.request("002"))
      scene.time.advance(by: .seconds(1))
      let other = await questions.next()
      #expect(other?.look.isRecorded == false)
      #expect(try await monitor.recordings(of: id.provider).count == 1)
      try await monitor.stopRecording(id)
      #expect(await refusal { try await monitor.stopRecording(id) }?.code == .notFound)
      let unknown = CredentialID(provider: id.provider, subject: try Subject("x"))
      let refused = await refusal { _ = try await monitor.startRecording(unknown) }
      #expect(refused?.code == .notFound)
      for question in [second, other] { question?.answer(.authorized, at: scene.time.now()) }
    }
  }

  @Test("of a provider that nobody knows it is said so, and not that nothing is kept")
  func stranger() async throws {
    let scene = try MonitorScene()
    try await scene.monitor.apply(scene.setup())
    let stranger = try ProviderName("stranger")
    #expect(
      await refusal { _ = try await scene.monitor.recordings(of: stranger) }?.code
        == .invalidArgument)
    #expect(try await scene.monitor.recordings(of: scene.id.provider).isEmpty)
    let query = CredentialQuery(provider: stranger, isHeld: true, limit: 9)
    #expect(
      await refusal { _ = try await scene.monitor.credentials(query) }?.code == .invalidArgument)
  }

  @Test("after a start the users of the store's recordings are known")
  func start() async throws {
    let scene = try MonitorScene()
    let client = try ClientID("com.example.app")
    _ = try await scene.store.register(
      Registration(
        id: scene.id, client: client, token: Secret(Array("token".utf8)), account: nil, labels: nil),
      now: scene.time.now())
    _ = try await scene.store.startRecording(scene.id, now: scene.time.now())
    try await scene.monitor.apply(scene.setup())
    try await scene.running { scene in
      var questions = scene.looker.questions.makeAsyncIterator()
      let question = await questions.next()
      #expect(question?.look.isRecorded == true)
      question?.answer(.authorized, at: scene.time.now())
    }
  }
}
