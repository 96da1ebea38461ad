import CredentialCLI
import CredentialCore
import JSON
import Linux
import Support
import Systemd
import Testing

@Suite("The verbs against a daemon's bus side")
struct VerbTests {
  private func credentials() -> [[BusField]] {
    [
      Rows.credential("apple", "001.a", account: "김철수"),
      Rows.credential("apple", "002.b", state: "revoked", account: "bad\u{1B}[2J"),
      Rows.credential("kakao", "7"),
    ]
  }

  private func monitor(_ bus: PrivateBus) async throws -> StandInMonitor {
    var state = StandInMonitor.State()
    state.credentials = credentials()
    state.status = Rows.status
    state.events = (1...5).map { Rows.event($0) }
    return try await StandInMonitor(on: bus.address, state)
  }

  /// The member of a JSON document whose time texts and all else are compared as text.
  private func member(_ run: CommandRun, _ name: String) throws -> String {
    let document = try run.document
    #expect(document["version"] == .integer(1))
    return try #require(document[name]).encoded()
  }

  @Test(
    "register hands the token over in a descriptor and the rest as arguments",
    .timeLimit(.minutes(5)))
  func register() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    let run = await CommandRun.run(
      ["register", "apple", "001.a", "-c", "app", "-a", "me", "-l", "k=v=w", "-l", "e=", "--json"],
      bus: bus.address, token: "r.secret")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(try member(run, "credential").contains(#""subject":"001.a""#))
    let state = monitor.state.withLock { $0 }
    #expect(state.token == "r.secret")
    #expect(state.details["account"] == .string("me"))
    #expect(
      state.details["labels"]
        == .array(
          of: "{ss}",
          [.entry(.string("k"), .string("v=w")), .entry(.string("e"), .string(""))]))
    #expect(!run.output.contains("r.secret"))
    await monitor.stop()
  }

  @Test("register without a token, or with a label twice, calls nobody", .timeLimit(.minutes(5)))
  func registerRefused() async throws {
    let line = ["register", "apple", "1", "-c", "app"]
    let missing = await CommandRun.run(line)
    #expect(missing.status == 2 && missing.output.isEmpty && !missing.errors.isEmpty)
    let twice = await CommandRun.run(line + ["-l", "a=1", "-l", "a=2"], token: "t")
    #expect(twice.status == 2 && twice.errors.contains("label 'a' is given twice"))
  }

  @Test(
    "list prints an aligned table, escapes what ids hold, and pages through",
    .timeLimit(.minutes(5)))
  func list() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    monitor.state.withLock { $0.pageLimit = 2 }
    let run = await CommandRun.run(["list"], bus: bus.address)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run)")
    #expect(
      run.output == """
        PROVIDER  SUBJECT  ACCOUNT       STATE       REASON     SINCE                 CONFIRMED
        apple     001.a    김철수        authorized  confirmed  2026-11-30 04:05:06Z  2026-11-30 04:05:07Z
        apple     002.b    bad\\u{1b}[2J  revoked     confirmed  2026-11-30 04:05:06Z  2026-11-30 04:05:07Z
        kakao     7        -             authorized  confirmed  2026-11-30 04:05:06Z  2026-11-30 04:05:07Z

        """)
    #expect(monitor.state.withLock { $0.calls } == ["List", "List"])
    await monitor.stop()
  }

  @Test("list filters, limits, and is one JSON document, also when empty", .timeLimit(.minutes(5)))
  func listJSON() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    monitor.state.withLock { $0.pageLimit = 2 }
    let all = try await CommandRun.run(["--json"], bus: bus.address).document
    #expect(all["credentials"]?.array?.count == 3)
    #expect(all["credentials"]?.array?[0]["since"] == "2026-11-30T04:05:06.789Z")
    #expect(all["credentials"]?.array?[0]["labels"]?["since"] == "spring")
    #expect(all["credentials"]?.array?[0]["grants"]?.array?[0]["epoch"] == 7)
    let kakao = try await CommandRun.run(["list", "-jp", "kakao"], bus: bus.address).document
    #expect(kakao["credentials"]?.array?.count == 1)
    let revoked = try await CommandRun.run(["list", "-js", "revoked"], bus: bus.address).document
    #expect(revoked["credentials"]?.array?.map { $0["subject"] } == ["002.b"])
    let one = try await CommandRun.run(["list", "-jn1"], bus: bus.address).document
    #expect(one["credentials"]?.array?.count == 1)
    let none = await CommandRun.run(["list", "-js", "notFound"], bus: bus.address)
    #expect(none.output == #"{"version":1,"credentials":[]}"# + "\n")
    #expect(await CommandRun.run(["list", "-s", "notFound"], bus: bus.address).output.isEmpty)
    await monitor.stop()
  }

  @Test(
    "an answer that fails half-way is still one document, with the error in it",
    .timeLimit(.minutes(5)), arguments: [("list", "credentials"), ("events", "events")])
  func halfWay(_ verb: String, _ name: String) async throws {
    let run = await CommandRun.run([verb, "--json"], client: HalfList())
    #expect(run.status == 1 && run.errors.contains("too much is waiting"))
    #expect(try run.document[name]?.array?.count == 1)
    #expect(try run.document["error"]?["code"] == "busy")
  }

  @Test("holds, list --stale, release and discard say what they did", .timeLimit(.minutes(5)))
  func holds() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    let rows = try await CommandRun.run(["holds", "--json"], bus: bus.address).document
    #expect(rows["credentials"]?.array?.map { $0["subject"] } == ["002.b"])
    let stale = try await CommandRun.run(["list", "--stale", "--json"], bus: bus.address).document
    #expect(stale["credentials"]?.array?.map { $0["subject"] } == ["002.b"])
    let table = await CommandRun.run(["holds"], bus: bus.address)
    #expect(table.output.hasPrefix("PROVIDER  SUBJECT  ACCOUNT") && table.output.contains("002.b"))
    let release = await CommandRun.run(["release", "apple"], bus: bus.address)
    #expect(release.output == "7 users are looked at again\n")
    let discard = await CommandRun.run(
      ["discard", "apple", "002.b", "--reason", "no"], bus: bus.address)
    #expect(discard.output == "7 users have no verdict kept back any more\n")
    #expect(monitor.state.withLock { $0.calls.suffix(2) } == ["ReleaseHolds", "DiscardHolds"])
    await monitor.stop()
  }

  @Test("show prints every member, then the tokens' records", .timeLimit(.minutes(5)))
  func show() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    let run = await CommandRun.run(["show", "apple", "002.b"], bus: bus.address)
    #expect(run.status == 0)
    #expect(
      run.output == """
        provider        apple
        subject         002.b
        account         bad\\u{1b}[2J
        labels          since=spring
        state           revoked
        reason          confirmed
        since           2026-11-30 04:05:06Z
        last_confirmed  2026-11-30 04:05:07Z

        CLIENT           TOKEN  CONFIRMED             SUSPECTED  CONFIRMABLE FROM  HELD
        com.example.app  live   2026-11-30 04:05:06Z  -          -                 -

        """)
    let painted = await CommandRun.run(
      ["show", "apple", "002.b"], bus: bus.address, isTerminal: true)
    #expect(painted.output.contains("\u{1B}[31mrevoked\u{1B}[0m"))
    await monitor.stop()
  }

  @Test("check, forget and reload tell what was done", .timeLimit(.minutes(5)))
  func actions() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    let check = await CommandRun.run(["check", "apple", "001.a"], bus: bus.address)
    #expect(check.output == "a look at apple/001.a is due now\n")
    monitor.state.withLock {
      $0.check = [
        BusField("outcome", .string("budget_spent")), BusField("until", .int64(Rows.instant)),
      ]
    }
    let spent = await CommandRun.run(["check", "apple", "001.a", "--json"], bus: bus.address)
    #expect(spent.status == 1)
    #expect(try spent.document["error"]?["until"] == "2026-11-30T04:05:06.789Z")
    #expect(spent.errors.contains("try again after 2026-11-30 04:05:06Z"))
    let forget = await CommandRun.run(["forget", "kakao", "7", "-j"], bus: bus.address)
    #expect(try member(forget, "forgotten") == #"{"provider":"kakao","subject":"7"}"#)
    let reload = await CommandRun.run(["reload", "-j"], bus: bus.address)
    #expect(try member(reload, "reloaded") == "true")
    await monitor.stop()
  }

  @Test("status shows the daemon, its providers, hooks and conditions", .timeLimit(.minutes(5)))
  func status() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    let run = await CommandRun.run(["status"], bus: bus.address)
    #expect(
      run.output == """
        version     0.1.0
        generation  0123456789abcdef
        sequence    42
        mode        enforce
        started     2026-11-30 04:05:06Z
        deliveries  started=0 done=5

        PROVIDER  KIND   MODE  UNKNOWN  AUTHORIZED  REVOKED  NOTFOUND  TRANSFERRED  HELD  WOULD LOG OUT
        apple     apple  -     0        3           1        0         0            -     -

        HOOK     DETAILS
        log-out  -

        CONDITION             ABOUT  SINCE                 WHAT IS SO                      DETAIL         WHAT TO DO
        provider_unreachable  apple  2026-11-30 04:05:06Z  The provider cannot be reached  503 text/html  Wait for it.

        """)
    let json = await CommandRun.run(["status", "-j"], bus: bus.address)
    #expect(try json.document["status"]?["started"] == "2026-11-30T04:05:06.789Z")
    await monitor.stop()
  }

  @Test("events are listed from a number on, up to a limit, over pages", .timeLimit(.minutes(5)))
  func events() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    monitor.state.withLock { $0.pageLimit = 2 }
    let document = try await CommandRun.run(
      ["events", "-j", "--after", "1", "-n3"], bus: bus.address
    ).document
    #expect(document["generation"] == "0123456789abcdef")
    #expect(document["events"]?.array?.map { $0["sequence"] } == [2, 3, 4])
    let none = await CommandRun.run(["events", "-j", "--after", "9"], bus: bus.address)
    #expect(try none.document["events"] == [])
    let text = await CommandRun.run(["events", "--after", "4"], bus: bus.address)
    #expect(
      text.output == """
        SEQUENCE  AT                    PROVIDER  SUBJECT  EVENT          BEFORE      STATE    REASON      ACTION
        5         2026-11-30 04:05:06Z  apple     001.a    state_changed  authorized  revoked  token_dead  log_out

        """)
    await monitor.stop()
  }
}
