import CredentialCLI
import CredentialCore
import JSON
import Linux
import Support
import Systemd
import Testing

@Suite("Exit statuses")
struct ExitStatusTests {
  /// Each verb that needs the daemon, with enough to run.
  static let lines: [[String]] = [
    ["register", "apple", "1", "--client", "c"], ["list"], ["show", "apple", "1"],
    ["check", "apple", "1"], ["access-token", "apple", "1"], ["report", "apple", "1", "revoked"],
    ["forget", "apple", "1"],
    ["events"], ["events", "--follow"],
    ["status"], ["reload"], ["provider", "profile", "apple"],
    ["provider", "test", "apple"], ["provider", "record", "apple"],
    ["provider", "record", "apple", "1"],
    ["release", "apple"], ["discard", "apple", "1", "--reason", "r"],
    ["pause", "--reason", "r"], ["resume"], ["baseline", "accept"], ["audit"],
    ["revert", "--provider", "apple", "--since", "2h", "--reason", "r", "--yes"],
  ]

  /// D-Bus errors, the code and the exit status they become.
  static let errors: [(name: String, code: String, status: Int32)] = [
    ("org.credstate.Monitor1.Error.InvalidArgument", "invalid_argument", 2),
    ("org.credstate.Monitor1.Error.NotFound", "not_found", 3),
    ("org.credstate.Monitor1.Error.Busy", "busy", 1),
    ("org.credstate.Monitor1.Error.StoreFull", "store_full", 1),
    ("org.credstate.Monitor1.Error.Refused", "refused", 1),
    ("org.credstate.Monitor1.Error.NoAccessToken", "no_access_token", 1),
    ("org.credstate.Monitor1.Error.NotAllowed", "not_allowed", 1),
    ("org.credstate.Monitor1.Error.GenerationChanged", "generation_changed", 1),
    ("org.credstate.Monitor1.Error.BehindRetention", "behind_retention", 1),
    ("org.credstate.Monitor1.Error.BadConfiguration", "bad_configuration", 1),
    ("org.credstate.Monitor1.Error.Stopping", "stopping", 4),
    ("org.credstate.Monitor1.Error.Internal", "internal", 1),
    ("org.credstate.Monitor1.Error.Canceled", "canceled", 1),
    ("org.credstate.Monitor1.Error.Failed", "failed", 1),
    ("org.credstate.Monitor1.Error.InvalidResponse", "invalid_response", 1),
    ("org.credstate.Monitor1.Error.NotHandled", "not_handled", 1),
    ("org.credstate.Monitor1.Error.Unknown", "unknown", 1),
    ("org.freedesktop.DBus.Error.AccessDenied", "not_allowed", 1),
    ("org.freedesktop.DBus.Error.UnknownMethod", "incompatible", 1),
    ("org.freedesktop.DBus.Error.NoReply", "no_answer", 4),
    ("org.freedesktop.DBus.Error.LimitsExceeded", "busy", 1),
    ("com.example.Unheard", "internal", 1),
  ]

  /// Runs a line in both formats: the same status, the message on standard error, on standard output
  /// nothing or one document with the error.
  private func expect(
    _ line: [String], bus: String, code: String, status: Int32, message: String = ""
  ) async throws {
    let text = await CommandRun.run(line, bus: bus, token: "t")
    let json = await CommandRun.run(line + ["--json"], bus: bus, token: "t")
    #expect(text.status == status && json.status == status, "\(line) \(text) \(json)")
    #expect(text.output.isEmpty && text.errors == json.errors)
    #expect(text.errors.hasPrefix("credstatectl: ") && text.errors.contains(message))
    let error = try #require(try json.document["error"])
    #expect(error["code"] == .string(code))
    #expect(error["exit_status"] == .integer(Int64(status)))
    #expect(try json.document["version"] == 1)
  }

  @Test("no bus: 4 for every verb", .timeLimit(.minutes(5)), arguments: lines)
  func noBus(_ line: [String]) async throws {
    try await expect(
      line, bus: "unix:path=/nonexistent/bus", code: "unreachable", status: 4,
      message: "systemctl status dbus")
  }

  @Test("a bus without the daemon: 4 for every verb, with the next step", .timeLimit(.minutes(5)))
  func noDaemon() async throws {
    let bus = try await PrivateBus.start()
    for line in Self.lines {
      try await expect(
        line, bus: bus.address, code: "unreachable", status: 4,
        message: "is credstated running? see: systemctl status credstated")
    }
  }

  @Test(
    "a refused call has its own code and status for every verb", .timeLimit(.minutes(5)),
    arguments: errors.indices)
  func refused(_ index: Int) async throws {
    let (name, code, status) = Self.errors[index]
    let bus = try await PrivateBus.start()
    let monitor = try await StandInMonitor(on: bus.address)
    monitor.state.withLock { $0.failure = (name, "the daemon's sentence\nand another") }
    for line in Self.lines where line != ["events", "--follow"] || status == 1 {
      try await expect(line, bus: bus.address, code: code, status: status)
    }
    await monitor.stop()
  }

  @Test("every error that the API declares has a row in the table above")
  func declared() throws {
    let text = try ProjectText.read("systemd/org.credstate.Monitor1.xml")
    let start = try #require(text.firstRange(of: "and carry a sentence for people:\n"))
    let block = text[start.upperBound...]
    let names = block.split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { !$0.isEmpty }
      .filter { $0.hasPrefix("    ") && !$0.hasPrefix("     ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
    #expect(names.count >= 11)
    for name in names {
      #expect(Self.errors.contains { $0.name == Names.errorPrefix + name }, "\(name)")
    }
  }

  static let misuse: [[String]] = [["nonsense"], ["list", "--nonsense"], ["show"], ["-n"]]

  @Test(
    "wrong use: 2, one line, without the whole help", .timeLimit(.minutes(5)), arguments: misuse)
  func wrongUse(_ line: [String]) async throws {
    try await expect(line, bus: "", code: "usage", status: 2)
    let run = await CommandRun.run(line)
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test("an unknown user: 3; a revoked user is an answer: 0", .timeLimit(.minutes(5)))
  func users() async throws {
    let bus = try await PrivateBus.start()
    var state = StandInMonitor.State()
    state.credentials = [Rows.credential("apple", "1", state: "revoked")]
    let monitor = try await StandInMonitor(on: bus.address, state)
    for verb in ["show", "forget"] {
      try await expect([verb, "apple", "2"], bus: bus.address, code: "not_found", status: 3)
    }
    #expect(await CommandRun.run(["show", "apple", "1"], bus: bus.address).status == 0)
    await monitor.stop()
  }

  @Test("output that cannot be written: 1 with the reason; a reader that has gone: 141 and silence")
  func output() async {
    let full = await CommandRun.run(
      ["list"], client: HalfList(), output: MemorySink(failure: .failed("No space left on device")))
    #expect(full.status == 1 && full.errors.contains("No space left on device"))
    let gone = await CommandRun.run(
      ["list"], client: HalfList(), output: MemorySink(failure: .readerGone))
    #expect(gone.status == 141 && gone.errors.isEmpty)
  }

  @Test(
    "help and version: 0 in both formats",
    arguments: [["help"], ["help", "config", "check"], ["--version"], ["register", "--help"]])
  func help(_ line: [String]) async throws {
    let text = await CommandRun.run(line)
    let json = await CommandRun.run(line + ["--json"])
    #expect(text.status == 0 && json.status == 0 && text.errors.isEmpty && json.errors.isEmpty)
    #expect(try json.document["version"] == 1)
  }
}
