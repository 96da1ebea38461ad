internal import Glibc
internal import Support
internal import Testing

@Suite("A store that cannot be used", .serialized, .timeLimit(.minutes(5)))
struct StoreRefusalTests {
  private static let store = "state/store.db"

  @Test("a second daemon on the same store names the first and ends with 69; the first goes on")
  func secondDaemon() async throws {
    let scene = try await Scene.running()
    let second = try scene.launchDaemon()
    #expect(try await second.end() == 69)
    #expect(second.log.lines.count == 1)
    let pid = try await scene.daemon().pid
    #expect(second.log.lines(with: "in use by process \(pid)").count == 1)
    try await scene.enrol("001")
    try await scene.revoke("001")
  }

  /// Starts a daemon that must refuse the store, and compares the store's bytes.
  private func expectRefusal(_ scene: Scene, words: String) async throws {
    let before = try #require(scene.folder.read(Self.store))
    let daemon = try scene.launchDaemon()
    #expect(try await daemon.end() == 65)
    #expect(daemon.log.lines.count == 1)
    #expect(daemon.log.lines(with: "store.db", words).count == 1, "\(daemon.log.lines)")
    #expect(scene.folder.read(Self.store) == before)
  }

  @Test("another program's database is refused and stays as it is")
  func foreign() async throws {
    let scene = try await Scene()
    let made = try await ProgramRun.run(
      ["sqlite3", scene.folder.file(Self.store), "CREATE TABLE songs(title TEXT)"])
    #expect(made.status == 0)
    try await expectRefusal(scene, words: "another program")
  }

  @Test("a store of a newer version is refused and stays as it is")
  func newer() async throws {
    let scene = try await Scene()
    try await scene.startDaemon()
    #expect(try await scene.daemon().stop() == 0)
    let made = try await ProgramRun.run(
      ["sqlite3", scene.folder.file(Self.store), "PRAGMA user_version=999"])
    #expect(made.status == 0)
    try await expectRefusal(scene, words: "newer")
  }

  @Test("an empty file and a damaged one are refused and stay as they are", arguments: [0, 8192])
  func damaged(_ size: Int) async throws {
    let scene = try await Scene()
    scene.folder.write(Self.store, [UInt8](repeating: 0x5A, count: size))
    try await expectRefusal(scene, words: "")
  }

  @Test("a state directory that does not exist is one clear error")
  func noDirectory() async throws {
    let scene = try await Scene()
    rmdir(scene.folder.file("state"))
    let daemon = try scene.launchDaemon()
    #expect(try await daemon.end() != 0)
    #expect(daemon.log.lines.count == 1)
    #expect(daemon.log.lines(with: "/state", "No such file or directory").count == 1)
  }
}
