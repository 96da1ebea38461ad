internal import CredentialCore
internal import Support
internal import Testing

@testable internal import CredentialStore

@Suite("the loops of the store on disk", .timeLimit(.minutes(5)))
struct SQLiteStoreLoopTests {
  let folder = TemporaryFolder()

  @Test("turn when they are asked, and at once after the close")
  func turn() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    for loop in store.loops { await loop.turn() }
    await store.close()
    for loop in store.loops { await loop.turn() }
  }

  @Test("do not turn while the writer hangs in a job")
  func writerHangs() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    let held = HeldThread()
    async let hanging: Void = store.write(.control) { _ in held.hold() }
    #expect(await held.order(of: store.loops[0]) == ["opened", "turned"])
    try await hanging
    await store.close()
  }

  @Test("do not turn while the reader hangs in a question")
  func readerHangs() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    let held = HeldThread()
    async let hanging: Void = store.read { _ in held.hold() }
    #expect(await held.order(of: store.loops[1]) == ["opened", "turned"])
    try await hanging
    await store.close()
  }
}
