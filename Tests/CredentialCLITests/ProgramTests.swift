import CredentialCLI
import Glibc
import JSON
import Linux
import Support
import Systemd
import Testing

@Suite("The built program")
struct ProgramTests {
  /// Runs the program through the shell, so that pipes, locales and closed streams are real.
  private func shell(
    _ script: String, bus: String, environment: [String] = []
  ) async throws -> LaunchOutcome {
    let program = BuiltProducts.path("credstatectl")
    let variables =
      ["DBUS_SYSTEM_BUS_ADDRESS=\(bus)", "PATH=/usr/bin:/bin", "CTL=\(program)"] + environment
      + Sanitizers.environment
    return try await ProcessLauncher().run(
      Launch(
        path: "/usr/bin/env", arguments: ["-i"] + variables + ["bash", "-c", script],
        capturesOutput: true))
  }

  private func monitor(_ bus: PrivateBus, count: Int = 1) async throws -> StandInMonitor {
    var state = StandInMonitor.State()
    state.status = Rows.status
    state.events = (1...3).map { Rows.event($0) }
    state.credentials = (1...count).map {
      Rows.credential("apple", "İıK-\($0)-한", account: "STRASSE ß")
    }
    return try await StandInMonitor(on: bus.address, state)
  }

  static let locales = ["C", "POSIX", "tr_TR.UTF-8", "ko_KR.UTF-8", "ar_EG", "xx_XX.NOWHERE"]

  @Test("says the same bytes in every locale, in text and in JSON", .timeLimit(.minutes(5)))
  func locales() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    let script = """
      for v in list 'show apple İıK-1-한' events status help 'list --nonsense'; do
        env LC_ALL=$L LANG=$L "$CTL" $v; echo $?; env LC_ALL=$L LANG=$L "$CTL" $v --json; echo $?
      done
      """
    let plain = try await shell(script, bus: bus.address, environment: ["L=C.UTF-8"])
    #expect(plain.status == 0 && plain.output.contains("İıK-1-한"))
    #expect(plain.output.contains(#""since":"2026-11-30T04:05:06.789Z""#))
    for locale in Self.locales {
      let run = try await shell(
        script, bus: bus.address, environment: ["L=\(locale)"])
      #expect(run.output.utf8.elementsEqual(plain.output.utf8), "\(locale)")
    }
    await monitor.stop()
  }

  @Test("ends quietly when its reader stops after one line", .timeLimit(.minutes(5)))
  func brokenPipe() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus, count: 3000)
    let run = try await shell(
      "\"$CTL\" list | head -n 1; echo ${PIPESTATUS[0]}", bus: bus.address)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2 && lines.first?.hasPrefix("PROVIDER") == true, "\(lines.prefix(3))")
    #expect(lines.last == "141")
    let ignored = try await shell(
      "trap '' PIPE; \"$CTL\" list | head -n 1; echo ${PIPESTATUS[0]}", bus: bus.address)
    #expect(ignored.output.split(separator: "\n").last == "141")
    #expect(ignored.output.split(separator: "\n").count == 2)
    await monitor.stop()
  }

  @Test("a full or closed standard output is a failure", .timeLimit(.minutes(5)))
  func badOutput() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    let full = try await shell("\"$CTL\" list > /dev/full; echo $?", bus: bus.address)
    #expect(full.output.contains("No space left on device") && full.output.hasSuffix("\n1\n"))
    let closed = try await shell("\"$CTL\" list >&-; echo $?", bus: bus.address)
    #expect(closed.output.contains("cannot be written") && closed.output.hasSuffix("\n1\n"))
    await monitor.stop()
  }

  @Test("refuses an argument that is no UTF-8, in any locale", .timeLimit(.minutes(5)))
  func notUTF8() async throws {
    let run = try await shell(
      "LC_ALL=C \"$CTL\" show apple $'a\\xff'; echo $?", bus: "unix:path=/nonexistent/bus")
    #expect(
      run.output == "credstatectl: argument 3 is not valid UTF-8 (see: credstatectl help)\n2\n")
  }

  @Test("takes the token from standard input only", .timeLimit(.minutes(5)))
  func token() async throws {
    let bus = try await PrivateBus.start()
    let monitor = try await monitor(bus)
    let run = try await shell(
      "printf 'r.secret\\n' | \"$CTL\" register apple 1 -c app --json", bus: bus.address)
    #expect(run.status == 0 && !run.output.contains("r.secret"))
    #expect(monitor.state.withLock { $0.token } == "r.secret")
    await monitor.stop()
  }

  @Test(
    "its completion script is taken by bash and completes verbs and options",
    .timeLimit(.minutes(5)))
  func completion() async throws {
    let script = """
      eval "$("$CTL" help --completion bash)"
      try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _credstatectl; echo "${COMPREPLY[*]}"; }
      try credstatectl sh; try credstatectl events --fo; try credstatectl list --state rev
      try credstatectl provider pro; try credstatectl provider te
      try credstatectl provider record --st
      """
    let run = try await shell(script, bus: "unix:path=/nonexistent/bus")
    #expect(run.output == "show\n--follow\nrevoked\nprofile\ntest\n--stop\n")
  }
}
