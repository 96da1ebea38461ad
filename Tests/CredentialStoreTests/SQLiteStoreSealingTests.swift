internal import CredentialCore
internal import CredentialStore
internal import Crypto
internal import SQLite
internal import Support
internal import Testing

@Suite("the tokens of a store on disk", .timeLimit(.minutes(5)))
struct SQLiteStoreSealingTests {
  let folder = TemporaryFolder()
  let now = StoreWorld.at(.zero)

  private func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard let first = part.first, bytes.count >= part.count else { return false }
    return bytes.indices.dropLast(part.count - 1).contains { start in
      bytes[start] == first && bytes[start..<(start + part.count)].elementsEqual(part)
    }
  }

  private func allBytes() -> [UInt8] {
    ["", "-wal"].flatMap { StoreOnDisk.bytes(StoreOnDisk.path(folder) + $0) }
  }

  @Test("cannot be read from its files, while the subject can")
  func notInFiles() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    _ = try await store.register(
      StoreWorld.registration("visible-subject", token: "CANARY-TOKEN"), now: now)
    #expect(contains(allBytes(), Array("visible-subject".utf8)))
    #expect(!contains(allBytes(), Array("CANARY-TOKEN".utf8)))
    await store.close()
  }

  @Test("need the key they were sealed with: another one is refused, both are named")
  func wrongKey() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    await store.close()
    var options = StoreOnDisk.options(folder)
    options.key = SecretBytes([UInt8](repeating: 8, count: 32))
    let refusal = try #require(await StoreOnDisk.refusal(options))
    #expect(refusal.code == .sealingKey)
    let ids = refusal.message.split(separator: " ").filter {
      $0.drop(while: \.isHexDigit).allSatisfy { $0 == "," || $0 == ";" } && $0.count >= 16
    }
    #expect(Set(ids).count == 2, "\(refusal)")
    options.key = SecretBytes([1, 2, 3])
    #expect(await StoreOnDisk.refusal(options)?.code == .sealingKey)
  }

  @Test("open in their own place only: a moved one gives no look and is named")
  func movedToken() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    for subject in ["a", "b", "c"] {
      _ = try await store.register(StoreWorld.registration(subject), now: now)
    }
    do {
      let connection = try StoreOnDisk.connect(folder)
      try connection.run(
        "UPDATE tokens SET token = (SELECT token FROM tokens WHERE epoch = 2) WHERE epoch = 1")
    }
    let batch = try await store.claim(StoreWorld.request(now))
    #expect(batch.stillSealed == [StoreWorld.id("a")])
    #expect(batch.looks.map(\.credential) == [StoreWorld.id("b"), StoreWorld.id("c")])
    // Nothing was charged: the budget is whole.
    #expect(
      try await store.requestCheck(StoreWorld.id("a"), policy: StoreWorld.policy, now: now)
        == .accepted)
    await store.close()
  }

  @Test("are gone from the file once their user is forgotten")
  func destroyed() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    _ = try await store.register(StoreWorld.registration("u"), now: now)
    let sealed = try #require(
      try StoreOnDisk.connect(folder).first("SELECT token FROM tokens") { try $0.blob(0) })
    #expect(contains(allBytes(), sealed))
    _ = try await store.forget(StoreWorld.id("u"), force: false, now: now)
    await store.close()
    #expect(!contains(allBytes(), sealed))
    #expect(!contains(allBytes(), Array("com.example.app".utf8)))
  }
}
