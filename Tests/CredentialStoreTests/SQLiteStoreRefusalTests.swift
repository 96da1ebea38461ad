internal import CredentialCore
internal import Crypto
internal import Glibc
internal import SQLite
internal import Support
internal import Testing

@testable internal import CredentialStore

@Suite("a store on disk that cannot be used", .timeLimit(.minutes(5)))
struct SQLiteStoreRefusalTests {
  let folder = TemporaryFolder()

  private func makeStore(users: Int = 1) async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    for number in 0..<users {
      _ = try await store.register(
        StoreWorld.registration("user-\(number)"), now: StoreWorld.at(.zero))
    }
    await store.close()
  }

  private func expectRefusal(_ code: StoreError.Code, names words: [String] = []) async {
    let before = StoreOnDisk.bytes(StoreOnDisk.path(folder))
    let refusal = await StoreOnDisk.refusal(StoreOnDisk.options(folder))
    #expect(refusal?.code == code, "\(String(describing: refusal))")
    for word in words { #expect(refusal?.message.contains(word) == true, "\(refusal as Any)") }
    #expect(StoreOnDisk.bytes(StoreOnDisk.path(folder)) == before)
  }

  @Test("because another opener has it: named with its process")
  func inUse() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    let refusal = await StoreOnDisk.refusal(StoreOnDisk.options(folder))
    #expect(refusal?.code == .inUse)
    #expect(refusal?.message.contains("process \(ProcessFacts.ownPID)") == true)
    await store.close()
    #expect(await StoreOnDisk.refusal(StoreOnDisk.options(folder)) == nil)
  }

  @Test("because its schema is newer: named with both versions, bytes unchanged")
  func newerSchema() async throws {
    try await makeStore()
    do {
      let connection = try StoreOnDisk.connect(folder)
      try connection.set(.userVersion, to: 999)
      _ = try connection.checkpoint(.truncate)
    }
    await expectRefusal(.newerSchema, names: ["999", "knows \(Schema.version)"])
  }

  @Test("because it is another program's database")
  func foreignDatabase() async throws {
    do {
      let connection = try Connection(
        path: StoreOnDisk.path(folder),
        options: ConnectionOptions(mode: .create, busyTimeout: .zero))
      try connection.execute("CREATE TABLE cookies(name TEXT) STRICT")
    }
    await expectRefusal(.notOurs, names: ["another program"])
  }

  @Test("because it is no database at all")
  func noDatabase() async {
    folder.write(SQLiteStore.fileName, String(repeating: "plain text\n", count: 900))
    await expectRefusal(.notOurs)
  }

  @Test("because it has zero length: no empty store takes its place")
  func zeroLength() async {
    folder.write(SQLiteStore.fileName, "")
    await expectRefusal(.damaged, names: ["empty", "restore"])
  }

  @Test("because it was cut in half")
  func half() async throws {
    try await makeStore(users: 200)
    let path = StoreOnDisk.path(folder)
    let whole = StoreOnDisk.bytes(path)
    StoreOnDisk.write(Array(whole.prefix(whole.count / 2)), to: path)
    await expectRefusal(.damaged, names: ["restore"])
  }

  @Test("because any one of its pages was overwritten", arguments: [1, 2, 3, 5, 8, 13])
  func overwrittenPage(_ page: Int) async throws {
    try await makeStore(users: 200)
    let path = StoreOnDisk.path(folder)
    var bytes = StoreOnDisk.bytes(path)
    bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: repeatElement(0xFF, count: 4096))
    StoreOnDisk.write(bytes, to: path)
    await expectRefusal(.damaged, names: ["restore"])
  }

  @Test("because of damage in what a start reads, when it is too large to be checked whole")
  func damagedLargeFile() async throws {
    try await makeStore(users: 200)
    let path = StoreOnDisk.path(folder)
    let file = StoreFile(path: path, checkedWhole: 0)
    #expect(try file.inspect() == Schema.version)
    var bytes = StoreOnDisk.bytes(path)
    bytes.replaceSubrange(4096..<8192, with: repeatElement(0xFF, count: 4096))
    StoreOnDisk.write(bytes, to: path)
    #expect(throws: StoreError.self) { try file.inspect() }
  }

  @Test("because the file is gone while its log is there")
  func orphanedLog() async throws {
    try await makeStore()
    folder.write("\(SQLiteStore.fileName)-wal", "a log")
    unlink(StoreOnDisk.path(folder))
    await expectRefusal(.damaged, names: ["missing"])
    #expect(access(StoreOnDisk.path(folder), F_OK) != 0)
  }

  @Test("because its log is gone after a crash, with what was in it; a backup is opened")
  func lostLog() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    _ = try await store.register(StoreWorld.registration("u"), now: StoreWorld.at(.zero))
    let crashed = TemporaryFolder()
    StoreOnDisk.copyRemains(of: folder, to: crashed)
    await store.close()
    let path = StoreOnDisk.path(crashed)
    crashed.write("\(SQLiteStore.fileName)-shm", "an index")
    try #require(unlink(path + "-wal") == 0)
    let refusal = await StoreOnDisk.refusal(StoreOnDisk.options(crashed))
    #expect(refusal?.code == .damaged)
    #expect(refusal?.message.contains("log \(path)-wal is missing") == true)
    try #require(unlink(path + "-shm") == 0)
    #expect(await StoreOnDisk.refusal(StoreOnDisk.options(crashed)) == nil)
  }

  @Test("because its place is taken by a folder")
  func folderInPlace() async {
    mkdir(StoreOnDisk.path(folder), 0o700)
    await expectRefusal(.inputOutput, names: ["regular file"])
  }

  @Test("a half-made file of a crash while it was first made does not get in the way")
  func halfMade() async {
    for suffix in ["", "-journal", "-wal", "-shm"] {
      folder.write("\(SQLiteStore.fileName).new\(suffix)", "rubbish")
    }
    #expect(await StoreOnDisk.refusal(StoreOnDisk.options(folder)) == nil)
    #expect(access(folder.file("\(SQLiteStore.fileName).new-wal"), F_OK) != 0)
  }

  @Test("a new store can be read by its owner only")
  func fileMode() async throws {
    let store = try await SQLiteStore.open(StoreOnDisk.options(folder))
    _ = try await store.register(StoreWorld.registration("u"), now: StoreWorld.at(.zero))
    for suffix in ["", "-wal", "-shm"] {
      var facts = stat()
      #expect(stat(StoreOnDisk.path(folder) + suffix, &facts) == 0)
      #expect(facts.st_mode & 0o777 == 0o600, "\(suffix)")
    }
    await store.close()
  }
}
