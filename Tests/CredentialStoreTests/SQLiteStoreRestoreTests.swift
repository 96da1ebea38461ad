internal import CredentialCore
internal import Glibc
internal import Support
internal import Testing

@testable internal import CredentialStore

@Suite("a store that is an older copy", .timeLimit(.minutes(5)))
struct SQLiteStoreRestoreTests {
  private let folder = TemporaryFolder()
  private let start = StoreWorld.at(.zero)
  private let policy: ProviderPolicy = {
    var policy = StoreWorld.policy
    policy.rotation = .rotating(grace: .zero)
    return policy
  }()

  private var decider: Decider { StoreWorld.decider(policy: policy) }

  private func open() async throws -> SQLiteStore {
    try await SQLiteStore.open(StoreOnDisk.options(folder))
  }

  /// A closed store of two users, each with a token.
  private func make() async throws {
    let store = try await open()
    for user in ["u", "v"] {
      _ = try await store.register(StoreWorld.registration(user, token: user), now: start)
    }
    await store.close()
  }

  /// Looks that are claimed at a time, and users whose tokens are not known to be good.
  private func seen(
    _ store: SQLiteStore, _ policy: ProviderPolicy? = nil, at now: Moment
  ) async throws -> (users: [String], unknown: Int) {
    let answers = try await store.giveUpAnswers(of: StoreWorld.apple, decider: decider, now: now)
    let batch = try await store.claim(
      ClaimRequest(
        provider: StoreWorld.apple, policy: policy ?? self.policy, limit: 10, now: now))
    return (batch.looks.map { "\($0.credential.subject)" }.sorted(), answers.unknown)
  }

  /// Ways in which a store becomes an older copy: the bytes of a backup are written into the file or take
  /// its place, or it comes without its mark.
  static let ways = ["over the file", "in its place", "without a mark"]

  private func restore(_ bytes: [UInt8], _ way: String) {
    let path = StoreOnDisk.path(folder)
    switch way {
    case "over the file": StoreOnDisk.write(bytes, to: path)
    case "in its place":
      StoreOnDisk.write(bytes, to: path + ".copy")
      rename(path + ".copy", path)
    default: unlink(folder.file(StoreMark.fileName))
    }
  }

  @Test(
    "its tokens are not presented to a provider that replaces them, whichever way it came",
    arguments: ways)
  func restored(_ way: String) async throws {
    try await make()
    let backup = StoreOnDisk.bytes(StoreOnDisk.path(folder))
    let used = try await open()
    #expect(try await seen(used, at: start).users == ["u", "v"])
    await used.close()
    restore(backup, way)
    let store = try await open()
    let now = start + StoreWorld.day
    let first = try await seen(store, at: now)
    #expect(first.users.isEmpty && first.unknown == 2)
    #expect(
      try await store.requestCheck(StoreWorld.id("u"), policy: policy, now: now) == .noGrant)
    // A sign-in brings a token that is good.
    _ = try await store.register(StoreWorld.registration("u", token: "new"), now: now)
    let second = try await seen(store, at: now + .seconds(60))
    #expect(second.users == ["u"])
    await store.close()
    // It is known at the next start as well.
    let again = try await open()
    let third = try await seen(again, at: now + StoreWorld.day)
    // The new token of u was presented, and its answer lost with the run.
    #expect(third.users.isEmpty)
    await again.close()
  }

  @Test("where tokens are not replaced all users are looked at")
  func plain() async throws {
    try await make()
    unlink(folder.file(StoreMark.fileName))
    let store = try await open()
    #expect(try await seen(store, StoreWorld.policy, at: start).users == ["u", "v"])
    await store.close()
  }

  @Test("whoever says that the tokens are the newest is believed once")
  func trusted() async throws {
    try await make()
    unlink(folder.file(StoreMark.fileName))
    await (try open()).close()
    folder.write(RestoreWatch.trustName, "")
    let store = try await open()
    let seen = try await seen(store, at: start)
    #expect(seen.users == ["u", "v"] && seen.unknown == 0)
    #expect(folder.read(RestoreWatch.trustName) == nil)
    await store.close()
  }

  @Test("a stop and a start make no copy of it, nor does a file that was always empty")
  func ordinary() async throws {
    try await make()
    for day in 0..<3 {
      let store = try await open()
      let seen = try await seen(store, at: start + StoreWorld.day * day)
      #expect(seen.unknown == 0)
      await store.close()
    }
  }
}
