import CredentialCore
import CredentialMonitor
import CredentialStore
import Support

/// A monitor over a store in memory, with time, journal and provider in the test's hands.
struct MonitorScene {
  let time = ManualTime(Moment(milliseconds: 1_800_000_000_000))
  let journal = RecordingJournal()
  let looker = RehearsedLooker()
  let store = MemoryStore()
  let board: ConditionBoard
  let monitor: MonitorService
  let id: CredentialID

  init() throws {
    board = ConditionBoard(journal: journal, time: time)
    monitor = MonitorService(
      store: store, time: time, journal: journal, board: board, version: "test", reloader: { _ in })
    id = CredentialID(provider: try ProviderName("apple"), subject: try Subject("001.a.1"))
  }

  /// What the provider is asked.
  typealias Questions = AsyncStream<RehearsedLooker.Question>.AsyncIterator
  /// The numbers of the events that the store publishes.
  typealias Sequences = AsyncStream<Int64>.AsyncIterator

  /// Puts the provider into force; what it is asked and what is published from then on.
  func watching() async throws -> (Questions, Sequences) {
    try await monitor.apply(setup())
    var sequences = store.publishedSequences().makeAsyncIterator()
    _ = await sequences.next()
    return (looker.questions.makeAsyncIterator(), sequences)
  }

  /// Another monitor of the same surroundings, over a store of the test's.
  func monitor(over store: any CredentialStore) -> MonitorService {
    MonitorService(
      store: store, time: time, journal: journal, board: board, version: "test", reloader: { _ in })
  }

  func setup(
    mode: ProviderPolicy.Mode = .enforce, hasBaseline: Bool = false,
    interval: Duration = .seconds(86_400), looker: RehearsedLooker? = nil, canaries: [String] = [],
    signIn: (any SignInVerifier)? = nil, push: (any PushVerifier)? = nil,
    sweep: (any Sweeper)? = nil, givesAccess: Bool = false
  ) throws -> MonitorSetup {
    let policy = ProviderPolicy(
      deadToken: .revoke, mode: mode, hasBaseline: hasBaseline, interval: interval,
      confirmAfter: .seconds(72_000),
      evidenceDay: .seconds(72_000), budgetPeriod: interval, looksPerSecond: 10, inFlight: 10,
      looksAfterRevocation: [.seconds(86_400)], canaries: try canaries.map { try Subject($0) })
    let provider = Provider(
      name: id.provider, kind: "rehearsed", clients: [try ClientID("com.example.app")],
      policy: policy, looker: looker ?? self.looker, signIn: signIn, push: push,
      sweep: sweep, givesAccess: givesAccess)
    return MonitorSetup(providers: [provider], hooks: [], mode: mode)
  }

  func request(_ subject: String = "001.a.1", client: String? = nil) throws -> RegisterRequest {
    RegisterRequest(
      id: CredentialID(provider: id.provider, subject: try Subject(subject)),
      client: try client.map { try ClientID($0) }, token: Secret(Array("token".utf8)),
      account: "alice", labels: nil)
  }

  /// Waits until every look that was answered is committed: an answer that is stored after time was
  /// moved would put the next look off.
  func settle() async throws { while try await looksInFlight() != 0 { await Task.yield() } }

  /// Looks that were begun and are not committed.
  func looksInFlight() async throws -> Int64? {
    guard case .list(let providers)? = try await monitor.status()["providers"],
      case .fields(let row)? = providers.first, case .integer(let count)? = row["looks_in_flight"]
    else { return nil }
    return count
  }

  /// Runs the monitor while `body` works with it, then stops it and waits for its end.
  func running(_ body: (MonitorScene) async throws -> Void) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { await monitor.run() }
      do { try await body(self) } catch {
        await monitor.stop()
        throw error
      }
      await monitor.stop()
      try await group.waitForAll()
    }
  }
}
