internal import CredentialCore
internal import Glibc
internal import Linux
internal import Support
internal import Testing

@testable internal import CredentialProviders

@Suite("Kind exec with a program in trouble", .timeLimit(.minutes(5)))
struct ExecTroubleTests {
  @Test("a program that never answers is ended, nobody is harmed, and it is told once")
  func silent() async throws {
    let stage = try ExecStage(ExecStage.greeting + "exec sleep 1000") {
      $0.answerLimit = 100_000_000
      $0.batch = 1
    }
    let results = try await stage.results(["a", "b"])
    #expect(results.map(\.mayHaveBeenSent) == [true, false])
    #expect(results[0].answer == .transient(retryAfter: nil))
    #expect(results[0].evidence.summary.contains("did not answer in time"))
    guard case .transient(let wait?) = results[1].answer else {
      Issue.record("\(results[1].answer)")
      return
    }
    #expect((.milliseconds(500)...(.seconds(1))).contains(wait))
    _ = try await stage.results(["c"])
    #expect(stage.failures == ["it did not answer in time"])
    await stage.stop()
  }

  @Test(
    "garbage is a failure to learn, and ends the program",
    arguments: [
      ("echo garbage", "no JSON object"), ("echo '[]'", "no JSON object"),
      (#"echo '{"type":"result","id":4711,"answer":"dead"}'"#, "was not asked about"),
      (#"echo '{"type":"result","id":1,"answer":"expired"}'"#, "not declared"),
      (#"echo '{"type":"result","id":"1","answer":"dead"}'"#, "without the id"),
      (#"echo '{"type":"dead"}'"#, "neither hello nor result"),
      (ExecStage.hello, "hello twice"), ("exit 3", "status 3"), ("kill -9 $$", "signal 9"),
      ("head -c 200000 /dev/zero | tr '\\0' x", "more than 65536 bytes"),
    ])
  func garbage(command: String, detail: String) async throws {
    let stage = try ExecStage(ExecStage.greeting + "IFS= read -r line; \(command); exec cat")
    let results = try await stage.results(["a"])
    #expect(results.map(\.answer) == [.transient(retryAfter: nil)])
    #expect(results.map(\.mayHaveBeenSent) == [true])
    #expect(results[0].evidence.summary.contains(detail), "\(results[0].evidence.summary)")
    #expect(stage.failures.count == 1)
    await stage.stop()
  }

  @Test("what was answered before the end counts, what was not is no news")
  func halfway() async throws {
    let answer = #"echo '{"type":"result","id":2,"answer":"not_linked","detail":"left"}'"#
    let stage = try ExecStage(ExecStage.greeting + "IFS= read -r line; \(answer); exit 0")
    let results = try await stage.results(["a", "b"])
    let answers = Dictionary(
      results.map { ($0.look.credential.subject.text, $0.answer) }, uniquingKeysWith: { $1 })
    #expect(answers == ["a": .transient(retryAfter: nil), "b": .dead(.notLinked)])
    await stage.stop()
  }

  @Test("after a rest it is started again, and what it says counts")
  func again() async throws {
    let stage = try ExecStage(
      "if [ ! -e \"$0.log\" ]; then : > \"$0.log\"; exit 1; fi\n"
        + ExecStage.answering("authorized"), change: { $0.batch = 1 })
    var answer = try await stage.results(["a"])[0].answer
    while answer != .authorized { answer = try await stage.results(["a"])[0].answer }
    #expect(stage.failures == ["it ended with status 1"])
    await stage.stop()
  }

  @Test("one that cannot be run is not run, with the reason", arguments: ["writable", "plain"])
  func refused(_ what: String) async throws {
    let stage = try ExecStage(ExecStage.answering("authorized"))
    chmod(stage.folder.file("program"), what == "writable" ? 0o777 : 0o644)
    let results = try await stage.results(["a"])
    #expect(results.map(\.mayHaveBeenSent) == [false])
    #expect(stage.failures[0].contains(what == "writable" ? "can be written" : "chmod +x"))
    await stage.stop()
  }

  @Test("it has an empty environment, and its errors come to the log, bounded")
  func surroundings() async throws {
    let stage = try ExecStage(
      "env >&2; i=0; while [ $i -lt 100 ]; do echo \"line $i\" >&2; i=$((i+1)); done\n"
        + ExecStage.answering("authorized")
    ) { $0.batch = 1 }
    #expect(try await stage.results(["a"]).map(\.answer) == [.authorized])
    await stage.stop()
    let lines = stage.told.withLock { $0 }.compactMap { notice in
      if notice.kind == .programSaid, case .text(let text)? = notice.fields["text"] {
        text
      } else {
        nil as String?
      }
    }
    #expect(lines.count == ExecErrors.perMinute)
    // What sh(1) itself sets, and nothing of this process's.
    #expect(!lines.contains { $0.hasPrefix("HOME=") || $0.hasPrefix("PATH=") })
  }

  @Test("a stop ends a program that does not want to, and all it has started")
  func stop() async throws {
    let stage = try ExecStage(
      "trap '' TERM; sleep 1000 & echo $$ $! > \"$0.pids\"\n" + ExecStage.answering("authorized")
        + "; wait; wait"
    ) { $0.batch = 1 }
    #expect(try await stage.results(["a"]).map(\.answer) == [.authorized])
    let pids = String(decoding: stage.folder.read("program.pids") ?? [], as: UTF8.self)
      .split(separator: " ").compactMap { Int32($0.filter(\.isNumber)) }
    #expect(pids.count == 2 && pids.allSatisfy { kill($0, 0) == 0 })
    await stage.stop()
    #expect(kill(pids[0], 0) != 0)
    let late = try await stage.results(["a"])
    #expect(late.map(\.mayHaveBeenSent) == [false])
  }
}
