internal import Crypto
internal import Glibc
internal import Linux
internal import Support
internal import Testing

@Suite("Secrets", .timeLimit(.minutes(5)))
struct SecretsTests {
  @Test("no token, key or client secret is in the log, a hook's input, the store or an argument")
  func nowhere() async throws {
    let scene = try await Scene.running()
    let token = try await scene.enrol("001")
    let other = try await scene.enrol("002")
    try await scene.revoke("001")
    let daemon = try await scene.daemon()
    try await daemon.log.line(with: "A hook did its work", "subject=001")
    let arguments = try await [daemon.pid, scene.runner().pid].map(Self.commandLine)
    var answers: [UInt8] = []
    for words in [["list"], ["show", "demo", "001"], ["events"], ["status"]] {
      answers += try await scene.ctl(words).output + scene.ctl(words + ["--json"]).output
    }
    let checked = try await scene.ctl("config", "check", scene.folder.file("credstate.toml"))
    try await daemon.stop()

    var places = ["log": Array(daemon.log.lines.joined(separator: "\n").utf8)]
    places["arguments"] = arguments.flatMap { $0 }
    places["answers"] = answers + checked.output
    for name in ["hook.json", "hook.env", "hook.argv", "state/store.db"] {
      places[name] = scene.folder.read(name) ?? []
    }
    places["wal"] = scene.folder.read("state/store.db-wal")
    let key = try #require(scene.folder.read("sandbox/AuthKey_KEY1234567.p8"))
    let lines = key.split(separator: UInt8(ascii: "\n")).map(Array.init)
    let seal = try #require(scene.folder.read("seal.key"))
    // Every client secret begins with this: {"alg":"ES256" in base64url.
    let texts = [token, other, Base64URL.encode(token.utf8), "eyJhbGciOi"]
    let secrets = [seal, lines[1]] + texts.map { Array($0.utf8) }
    for (name, bytes) in places {
      #expect(!bytes.isEmpty || name == "wal", "\(name) was looked at")
      for secret in secrets { #expect(!Self.contains(bytes, secret), "in \(name)") }
    }
  }

  private static func commandLine(_ pid: Int32) throws -> [UInt8] {
    let file = try FileDescriptor(path: "/proc/\(pid)/cmdline", flags: O_RDONLY)
    return try file.read(upTo: 65_536) ?? []
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.firstRange(of: part) != nil
  }
}
