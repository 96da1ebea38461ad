import CredentialCLI
import CredentialCore
import JSON
import Linux
import Support
import Systemd
import Testing

@Suite("events --follow")
struct FollowTests {
  /// A follower that runs, and what it prints.
  struct Follower {
    let output = MemorySink()
    let errors = MemorySink()
    let task: Task<Int32, Never>

    init(_ bus: PrivateBus, _ arguments: [String]) {
      let context = CommandContext.test(output: output, errors: errors, bus: bus.address)
      let line = (["events", "--follow", "--json"] + arguments).map { Array($0.utf8) }
      task = Task { await CommandLineTool.run(arguments: line, context: context) }
    }

    /// The sequence numbers of all lines, each line one document.
    var sequences: [Int64] {
      get throws {
        try output.text.split(separator: "\n").map { line in
          let document = try JSONValue.parse(Array(line.utf8), maximumBytes: 1 << 20)
          return try #require(document["event"]?["sequence"]?.integer)
        }
      }
    }

    /// Waits until so many more lines are printed.
    func printed(_ count: Int) async {
      var lines = output.lines.makeAsyncIterator()
      for _ in 0..<count {
        let line = await lines.next() ?? ""
        guard line.contains(#""event""#) else { return #expect(Bool(false), "\(line)") }
      }
    }
  }

  private func state(_ sequences: ClosedRange<Int64>) -> StandInMonitor.State {
    var state = StandInMonitor.State()
    state.events = sequences.map { Rows.event($0) }
    state.pageLimit = 2
    return state
  }

  @Test("lists what is there, then what comes, also when a signal is lost", .timeLimit(.minutes(5)))
  func follows() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await StandInMonitor(on: bus.address, state(1...3))
    let follower = Follower(bus, ["--after", "1", "-n", "5"])
    await follower.printed(2)
    try await monitor.publish(4)
    await follower.printed(1)
    try await monitor.publish(5, signal: false)
    try await monitor.publish(6)
    #expect(await follower.task.value == 0)
    #expect(try follower.sequences == [2, 3, 4, 5, 6])
    #expect(follower.errors.text.isEmpty)
    await monitor.stop()
  }

  @Test("goes on over a restart of the daemon, with no gap and no repeat", .timeLimit(.minutes(5)))
  func daemonRestarts() async throws {
    let bus = try await PrivateBus.start()
    let first = try await StandInMonitor(on: bus.address, state(1...2))
    let follower = Follower(bus, ["-n", "5"])
    await follower.printed(2)
    await first.stop()
    let second = try await StandInMonitor(on: bus.address, state(1...4))
    await follower.printed(2)
    try await second.publish(5)
    #expect(await follower.task.value == 0)
    #expect(try follower.sequences == [1, 2, 3, 4, 5])
    await second.stop()
  }

  @Test("goes on over a restart of the bus, says so once, with no gap", .timeLimit(.minutes(5)))
  func busRestarts() async throws {
    let bus = try await PrivateBus.start()
    let first = try await StandInMonitor(on: bus.address, state(1...2))
    let follower = Follower(bus, ["-n", "5"])
    await follower.printed(2)
    bus.stop()
    await first.stop()
    var notes = follower.errors.lines.makeAsyncIterator()
    let note = await notes.next() ?? ""
    try #require(note.contains("waiting for it"), "\(note)")
    try await bus.restart()
    let second = try await StandInMonitor(on: bus.address, state(1...4))
    await follower.printed(2)
    try await second.publish(5)
    #expect(await follower.task.value == 0)
    #expect(try follower.sequences == [1, 2, 3, 4, 5])
    #expect(follower.errors.text.split(separator: "\n").count == 1)
    await second.stop()
  }

  @Test("ends with an error when the store is another one", .timeLimit(.minutes(5)))
  func generationChanges() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await StandInMonitor(on: bus.address, state(1...1))
    let follower = Follower(bus, [])
    await follower.printed(1)
    monitor.state.withLock { $0.generation = "another" }
    try await monitor.publish(2)
    #expect(await follower.task.value == 1)
    #expect(follower.output.text.contains(#""code":"generation_changed""#))
    await monitor.stop()
  }

  @Test("ends with status 4 when there is no daemon to begin with", .timeLimit(.minutes(5)))
  func nobody() async throws {
    let bus = try await PrivateBus.start()
    #expect(await Follower(bus, []).task.value == 4)
  }
}
