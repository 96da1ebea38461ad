internal import Glibc
internal import Support
internal import Testing

@Suite("A sealing key that cannot be used", .serialized, .timeLimit(.minutes(5)))
struct SealingKeyTests {
  private func expectRefusal(_ scene: Scene, _ words: String) async throws {
    let daemon = try scene.launchDaemon()
    defer { daemon.signal(SIGKILL) }
    #expect(try await daemon.end() == 65)
    #expect(daemon.log.lines.count == 1)
    #expect(daemon.log.lines(with: words).count == 1, "\(daemon.log.lines)")
  }

  @Test("a missing, a short and a world-readable key are each named with what to do")
  func files() async throws {
    let scene = try await Scene()
    unlink(scene.folder.file("seal.key"))
    try await expectRefusal(scene, "seal.key")
    scene.folder.write("seal.key", [UInt8](repeating: 7, count: 31))
    try await expectRefusal(scene, "seal.key has 31 bytes")
    scene.folder.write("seal.key", [UInt8](repeating: 7, count: 32), mode: 0o644)
    try await expectRefusal(scene, "chmod 600")
    // The refusals left no store that the right key could not open.
    scene.folder.write("seal.key", [UInt8](repeating: 7, count: 32), mode: 0o600)
    try await scene.startDaemon()
  }

  @Test("another key than the store's is refused, and the right one still opens it")
  func wrong() async throws {
    let scene = try await Scene.running()
    try await scene.enrol("001")
    let daemon = try await scene.daemon()
    #expect(try await daemon.stop() == 0, "\(daemon.log.lines.suffix(40))")
    let key = try #require(scene.folder.read("seal.key"))
    scene.folder.write("seal.key", [UInt8](repeating: 7, count: 32))
    try await expectRefusal(scene, "the key that this store was made with")
    scene.folder.write("seal.key", key)
    try await scene.startDaemon()
    try await scene.revoke("001")
  }

  @Test("a key beside the store is refused", arguments: ["state", "state/../state", "link"])
  func beside(_ place: String) async throws {
    let scene = try await Scene()
    symlink(scene.folder.file("state"), scene.folder.file("link"))
    scene.folder.write("state/seal.key", [UInt8](repeating: 7, count: 32))
    let text = SceneSettings().text(folder: scene.folder.path, endpoint: scene.endpoint)
    let words = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("sealing_key_file")
        ? "sealing_key_file = \"\(scene.folder.file(place))/seal.key\"" : String(line)
    }
    scene.folder.write("credstate.toml", words.joined(separator: "\n"))
    try await expectRefusal(scene, "lies in the state directory")
  }
}
