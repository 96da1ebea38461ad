import CredentialCore
import JSON
import Linux
import Support
import Testing

@testable import CredentialHooks

@Suite("Runner: telling a daemon what it knows")
struct ReattachTests {
  @Test("any number of attempts is named in messages that are short enough")
  func pages() {
    let name = HookName(String(repeating: "\u{1}", count: 255))
    let keys = (1...1500).map { number in
      AttemptKey(
        generation: String(repeating: "\u{1}", count: 64),
        delivery: Delivery.ID(sequence: .max - Int64(number), hook: name), attempt: Int(Int32.max))
    }
    let pages = RunnerReply.greeting(
      instance: "x", running: Array(keys[..<700]), ended: Array(keys[700...]))
    var named: [AttemptKey] = []
    for page in pages {
      #expect(Frame.encode(page.json) != nil)
      switch page {
      case .known(let running, let ended), .hello(_, let running, let ended):
        named += running + ended
      default: Issue.record("\(page)")
      }
    }
    #expect(Set(named) == Set(keys) && named.count == keys.count)
    guard case .hello = pages.last else {
      Issue.record("the hello is not the last")
      return
    }
  }

  @Test("outcomes are told as the daemon takes them, and every one in the end")
  func outcomes() throws {
    let scene = try Connected(kept: 200, printed: CapturedOutput(head: Self.long(8192)))
    scene.runner.take(.hello)
    // The daemon has read nothing yet: what the socket cannot hold is not piled up in the runner.
    #expect(scene.runner.untold.count > 100)
    var told: Set<AttemptKey> = []
    while told.count < 200, let reply = try scene.next() {
      if case .outcome(let key, _) = reply { told.insert(key) }
    }
    #expect(told.count == 200)
    #expect(scene.runner.untold.isEmpty)
  }

  @Test("what is too long for a message ends the connection with an error that names the attempt")
  func tooLong() throws {
    let scene = try Connected(kept: 1, printed: CapturedOutput(head: Self.long(Frame.longest)))
    scene.runner.take(.hello)
    guard case .hello = try scene.next() else {
      Issue.record("no hello")
      return
    }
    let key = RunnerUnderTest.key(1)
    #expect(
      try scene.next()
        == .fault("what is to be told about \(key) is longer than \(Frame.longest) bytes"))
    #expect(try scene.next() == nil)
  }

  private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }
}

/// A runner that keeps outcomes of an earlier daemon, and the other end of its connection.
private final class Connected {
  let runner: Runner
  private let stage = RunnerInTest()
  private let daemon: FileDescriptor
  private var reader = FrameReader()

  init(kept: Int64, printed: CapturedOutput) throws {
    runner = stage.runner()
    for number in 1...kept {
      runner.ended[RunnerUnderTest.key(number)] = RunOutcome(
        ending: .exited(0), killed: 0, runtime: .zero, output: printed, errors: CapturedOutput())
    }
    let path = stage.folder.file("socket")
    let listener = try UnixSocket.listen(path: path, mode: 0o600)
    daemon = try UnixSocket.connect(path: path)
    daemon.setNonBlocking()
    let socket = try #require(UnixSocket.accept(listener))
    runner.session = try RunnerSession(
      socket, loop: runner.loop, received: { _ in },
      drained: { [weak runner] in runner?.tellOutcomes() },
      ended: { [weak runner] in runner?.session = nil })
  }

  /// The next message, while the runner goes on; nil at the end of the connection.
  func next() throws -> RunnerReply? {
    while true {
      if let message = try reader.next() { return try RunnerReply(json: message) }
      if let piece = try daemon.read(upTo: 65_536) {
        if piece.isEmpty { return nil }
        reader.append(piece)
      } else {
        runner.loop.turn(milliseconds: 1000)
      }
    }
  }
}
