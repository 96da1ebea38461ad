import CredentialCLI
import CredentialCore
import JSON
import Linux
import Support
import Systemd
import Testing

@Suite("The verbs about verdicts against a daemon's bus side", .timeLimit(.minutes(5)))
struct VerdictVerbTests {
  /// Runs a line against a daemon that answers with `outcome`; what the daemon was given.
  private func run(
    _ line: [String], _ outcome: [BusField] = [BusField("users", .int64(7))]
  ) async throws -> (run: CommandRun, given: [BusValue]) {
    let bus = try await PrivateBus.start()
    var state = StandInMonitor.State()
    state.outcome = outcome
    let monitor = try await StandInMonitor(on: bus.address, state)
    let run = await CommandRun.run(line, bus: bus.address)
    let given = monitor.state.withLock { $0.operations.last ?? [] }
    await monitor.stop()
    return (run, given)
  }

  @Test("release as is hands over the reason, and without one asks nobody")
  func asIs() async throws {
    let done = try await run(["release", "apple", "--as-is", "--reason", "asked them"])
    #expect(done.run.output == "7 users were turned as they stood\n")
    #expect(
      done.given == [.string("apple"), .string(""), .string("asked them"), .uint64(1)])
    let refused = try await run(["release", "apple", "--as-is"])
    #expect(refused.run.status == 2 && refused.given.isEmpty)
    #expect(refused.run.errors.contains("--as-is needs --reason"))
  }

  @Test("a preview says how many and whom, and that nothing was done")
  func preview() async throws {
    let outcome = [
      BusField("users", .int64(1)),
      BusField(
        "credentials",
        .array(of: "v", [.variant(.fields(Rows.credential("apple", "001.a", account: "u1")))])),
    ]
    let done = try await run(["release", "apple", "001.a", "--as-is", "--preview"], outcome)
    #expect(
      done.run.output == """
        PROVIDER  SUBJECT  ACCOUNT  STATE
        apple     001.a    u1       authorized
        1 user; nothing was done

        """)
    #expect(done.given == [.string("apple"), .string("001.a"), .string(""), .uint64(3)])
  }

  @Test(
    "nobody named, or somebody and all, is wrong use",
    arguments: [
      ["release"], ["release", "apple", "--all"], ["discard", "apple", "--reason", "r"],
      ["discard", "apple", "1", "--all", "--reason", "r"], ["pause"],
      ["revert", "--provider", "apple", "--since", "yesterday", "--reason", "r"],
    ])
  func nobody(_ line: [String]) async throws {
    let refused = try await run(line)
    #expect(refused.run.status == 2 && refused.given.isEmpty, "\(refused.run)")
  }

  @Test("pause and resume say what holds now")
  func pauses() async throws {
    let since = BusField("since", .int64(Rows.instant))
    let new = try await run(
      ["pause", "--reason", "a bad night"], [since, BusField("already", .bool(false))])
    #expect(
      new.run.output
        == "all providers: verdicts are paused; end it with: credstatectl resume\n")
    #expect(new.given == [.string(""), .string("a bad night"), .uint64(0)])
    let single = try await run(["pause", "apple", "--reason", "r"], [since])
    #expect(
      single.run.output
        == "apple: verdicts are paused; end it with: credstatectl resume apple\n")
    let old = try await run(
      ["pause", "apple", "--reason", "r"], [since, BusField("already", .bool(true))])
    #expect(old.run.output == "apple: paused since 2026-11-30 04:05:06Z already\n")
    let over = try await run(
      ["resume"],
      [
        BusField("was_paused", .bool(true)), BusField("users", .int64(3)),
        BusField("still_paused", .array(of: "v", [.variant(.string("kakao"))])),
      ])
    #expect(
      over.run.output == """
        all providers: the pause is over; 3 users are looked at again
        still paused by another word: kakao

        """)
  }

  @Test("revert only says what it would do, until it is given --yes")
  func revert() async throws {
    let line = ["revert", "-p", "apple", "--since", "2h", "--reason", "wrong"]
    let outcome = [
      BusField("since", .int64(Rows.instant)), BusField("users", .int64(1)),
      BusField("events", .array(of: "v", [.variant(.fields(Rows.event(7)))])),
    ]
    let preview = try await run(line, outcome)
    #expect(preview.run.output.contains("7         2026-11-30 04:05:06Z  apple"))
    #expect(
      preview.run.output.hasSuffix(
        "1 state changes since 2026-11-30 04:05:06Z would be taken back; to do it, give --yes\n"))
    #expect(preview.given == [.string("apple"), .string("wrong"), .string("2h"), .uint64(2)])
    let done = try await run(line + ["--yes", "--json"], Array(outcome.prefix(2)))
    #expect(done.given.last == .uint64(0))
    #expect(
      done.run.output == #"{"version":1,"revert":{"provider":"apple","preview":false,"#
        + #""since":"2026-11-30T04:05:06.789Z","users":1}}"# + "\n")
  }

  @Test("report hands over what a device saw and tells what came of it")
  func report() async throws {
    let outcome = [
      BusField("state", .string("authorized")), BusField("rule", .string("suspected")),
      BusField("words", .string("Suspected; nothing changes yet.")),
    ]
    let plain = try await run(["report", "apple", "001.a", "revoked"], outcome)
    #expect(plain.run.output == "apple/001.a is authorized. Suspected; nothing changes yet.\n")
    #expect(
      plain.given == [
        .string("apple"), .string("001.a"), .string("revoked"), .fields([]), .uint64(0),
      ])
    let full = try await run(
      ["report", "apple", "001.a", "not_found", "--at", "2h", "-c", "org.app", "--json"], outcome)
    #expect(
      full.run.output == #"{"version":1,"report":{"state":"authorized","rule":"suspected","#
        + #""words":"Suspected; nothing changes yet."}}"# + "\n")
    #expect(
      full.given[3]
        == .fields([BusField("at", .string("2h")), BusField("client", .string("org.app"))]))
    let wrong = try await run(["report", "apple", "001.a", "gone"])
    #expect(wrong.run.status == 2 && wrong.given.isEmpty)
  }

  @Test("a baseline is accepted, and the audit tells who released 4,000 users")
  func audit() async throws {
    let accepted = try await run(["baseline", "accept", "apple"])
    #expect(accepted.run.output == "apple: accepted; 7 users are looked at again\n")
    let entries = try await run(["audit"])
    #expect(
      entries.run.output == """
        AT                    UID  VERB           PROVIDER  SUBJECT  NUMBER  REASON
        2026-11-30 04:05:06Z  0    release_as_is  apple     -        4000    asked them

        """)
  }

  @Test("status begins with what keeps everybody signed in")
  func status() async throws {
    let bus = try await PrivateBus.start()
    var state = StandInMonitor.State()
    let row: [BusField] = [
      BusField("name", .string("apple")), BusField("paused_seconds", .int64(11_520)),
      BusField("paused_by", .int64(0)), BusField("pause_reason", .string("a bad night")),
      BusField("baseline", .string("waiting")), BusField("baseline_until", .int64(Rows.instant)),
      BusField("baseline_negatives", .int64(5)),
      BusField("held", .fields([BusField("pause", .int64(3))])),
    ]
    state.status = [BusField("providers", .array(of: "v", [.variant(.fields(row))]))]
    let monitor = try await StandInMonitor(on: bus.address, state)
    let run = await CommandRun.run(["status"], bus: bus.address)
    #expect(
      run.output.hasPrefix(
        """
        PAUSED: apple for 3h12m, by uid 0: a bad night
        BASELINE: apple waiting, first interval until 2026-11-30 04:05:06Z, 5 negative verdicts \
        kept back

        """))
    #expect(run.output.contains("pause=3"))
    await monitor.stop()
  }
}
