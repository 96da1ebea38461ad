import CredentialCore
import CredentialHooks
import CredentialStore
import Linux
import Support
import Testing

/// A store with a revoked user, a real runner, and a deliverer between them. Time jumps to whatever
/// is waited for next, so retries come at once.
final class DelivererScene {
  static let hook = HookName("logout")
  let runner: RunnerUnderTest
  let store: any CredentialStore
  let journal = RecordingJournal()
  let conditions = RecordingConditions()
  let time: ManualTime
  private let jumper: Task<Void, Never>
  private var notices: AsyncStream<Notice>.Iterator
  private static let start = StoreWorld.at(.zero)

  init(runner: RunnerUnderTest? = nil, store: any CredentialStore = MemoryStore()) throws {
    self.runner = try runner ?? RunnerUnderTest()
    self.store = store
    let time = ManualTime(Self.start + StoreWorld.hour * 65)
    self.time = time
    jumper = Task { for await moment in time.sleeps { time.move(to: max(moment, time.now())) } }
    notices = journal.notices.makeAsyncIterator()
  }

  deinit { jumper.cancel() }

  /// Signs users in and has them revoked, one after the other, so that one delivery waits for each.
  func revoke(_ subjects: [String], account: String? = "alice", hooks: [HookName] = [hook])
    async throws
  {
    try await store.setHooks(hooks, now: Self.start)
    for subject in subjects {
      try await store.enrol(subject, at: Self.start, account: account)
      try await store.revoke(since: Self.start, hooks: hooks)
    }
  }

  /// A hook that runs a script.
  func hook(
    _ body: String, name: HookName = hook, concurrency: Int = 4, retriesUnknown: Bool = true
  ) -> Hook {
    let path = runner.folder.write("\(name)", "#!/bin/sh\n\(body)\n", mode: 0o755)
    return Hook(
      name: name, command: [path], concurrency: concurrency, timeout: .seconds(600),
      grace: .seconds(1),
      retry: RetryPlan(
        firstWait: .seconds(30), longestWait: .seconds(3600), giveUpAfter: .seconds(86_400),
        retriesUnknown: retriesUnknown))
  }

  /// Runs a deliverer with `hooks` until `body` returns.
  func deliver(_ hooks: [Hook], until body: () async throws -> Void) async throws {
    try await deliver(hooks, with: { _ in try await body() })
  }

  /// Runs a deliverer with `hooks` until `body`, which is handed it, returns.
  func deliver(_ hooks: [Hook], with body: (HookDeliverer) async throws -> Void) async throws {
    let deliverer = HookDeliverer(
      store: store, socket: runner.folder.file("socket"), time: time, journal: journal,
      conditions: conditions, random: SystemRandomNumberGenerator())
    await deliverer.apply(hooks)
    let running = Task { await deliverer.run() }
    defer { running.cancel() }
    try await body(deliverer)
    await deliverer.stop()
    await running.value
  }

  /// Waits for the next notice of a kind.
  func next(_ kind: NoticeKind) async throws -> Notice {
    while let notice = await notices.next(isolation: nil) {
      if notice.kind == kind { return notice }
    }
    throw ConnectionLost(reason: "no notice")
  }

  /// What a script wrote to a file of the scene's folder.
  func text(_ name: String) -> String {
    String(decoding: runner.folder.read(name) ?? [], as: UTF8.self)
  }
}

/// Conditions as they were told, in order.
final class RecordingConditions: HookConditions {
  private let entries = Lock<[String]>([])
  private let stream: AsyncStream<String>
  private let feed: AsyncStream<String>.Continuation

  init() { (stream, feed) = AsyncStream.makeStream() }

  var all: [String] { entries.withLock { $0 } }

  /// Each entry as it comes; for one reader.
  var told: AsyncStream<String> { stream }

  func begin(_ kind: ConditionKind, subject: String, detail: String) async {
    note("+\(kind.rawValue) \(subject): \(detail)")
  }

  func end(_ kind: ConditionKind, subject: String) async { note("-\(kind.rawValue) \(subject)") }

  private func note(_ entry: String) {
    entries.withLock { $0.append(entry) }
    feed.yield(entry)
  }
}
