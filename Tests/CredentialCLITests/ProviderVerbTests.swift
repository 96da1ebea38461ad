import CredentialCLI
import CredentialCore
import JSON
import Linux
import Support
import Testing

@Suite("The provider verbs against a daemon's bus side", .timeLimit(.minutes(5)))
struct ProviderVerbTests {
  @Test("provider profile prints a line for each row and marks those of the configuration")
  func profile() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await StandInMonitor(on: bus.address)
    let run = await CommandRun.run(["provider", "profile", "apple"], bus: bus.address)
    #expect(
      run.output == """
        STATUS  BODY   ERROR  SUBTYPE  CLASS      COUNTS AS  FROM        WHY
        403     error  quota  -        throttled  none       a.toml:3:1  Ours.
        any     -      -      -        transient  none       built in    A portal.

        """)
    let json = try await CommandRun.run(
      ["provider", "profile", "apple", "-j"], bus: bus.address
    ).document
    #expect(json["profile"]?["rows"]?.array?.map { $0["configured"] } == [true, false])
    await monitor.stop()
  }

  @Test("provider test prints what was found and what to do, and ends with 1 when all is not well")
  func test() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await StandInMonitor(on: bus.address)
    let run = await CommandRun.run(["provider", "test", "apple"], bus: bus.address)
    #expect(run.status == 1 && run.errors.isEmpty)
    #expect(
      run.output == """
        provider             apple
        kind                 apple
        well                 no
        address              https://a/auth/token
        clock_ahead_seconds  -1
        clients              1

        FINDING  CLIENT  WHAT IS SO  DETAIL         WHAT TO DO
        page     all     A page      200 text/html  Mend it.

        """)
    let json = await CommandRun.run(["provider", "test", "apple", "-j"], bus: bus.address)
    #expect(json.status == 1)
    let document = try json.document
    #expect(document["error"] == nil && document["test"]?["well"] == false)
    await monitor.stop()
  }

  @Test("provider record prints users by number, and their names on standard error only")
  func recordings() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await StandInMonitor(on: bus.address)
    let run = await CommandRun.run(["provider", "record", "apple"], bus: bus.address)
    #expect(run.status == 0 && run.errors == "credstatectl: user 1 is 001.a\n")
    #expect(
      run.output == """
        user 1, recorded since 2026-11-30 04:05:06Z, 1 answer
        AT                    STATUS  CLASS     ROW        BODY   HEADERS
        2026-11-30 04:05:06Z  400     isolated  400 empty  empty  server: apple

        """)
    let json = try await CommandRun.run(["provider", "record", "apple", "-j"], bus: bus.address)
      .document
    let user = try #require(json["recordings"]?.array?.first)
    #expect(user["user"] == 1 && user["subject"] == nil && user["provider"] == nil)
    #expect(user["answers"]?.array?.first?["at"] == "2026-11-30T04:05:06.789Z")
    await monitor.stop()
  }

  @Test("provider record with a user starts, with --stop it ends; --stop alone is wrong use")
  func record() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await StandInMonitor(on: bus.address)
    let start = try await CommandRun.run(
      ["provider", "record", "apple", "001.a", "-j"], bus: bus.address
    ).document
    #expect(start["recording"]?["since"] == "2026-11-30T04:05:06.789Z")
    let stop = await CommandRun.run(
      ["provider", "record", "apple", "001.a", "--stop"], bus: bus.address)
    #expect(stop.output == "what was recorded of apple/001.a is destroyed\n")
    #expect(monitor.state.withLock { $0.calls } == ["StartRecording", "StopRecording"])
    #expect(await CommandRun.run(["provider", "record", "apple", "--stop"]).status == 2)
    await monitor.stop()
  }
}
