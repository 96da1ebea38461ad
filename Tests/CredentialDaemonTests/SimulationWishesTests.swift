internal import CredentialCore
internal import CredentialMonitor
internal import CredentialProviders
internal import Support
internal import Testing

@testable import CredentialDaemon

@Suite("What a simulation is asked for")
struct SimulationWishesTests {
  private let folder = TemporaryFolder()

  private let surroundings = ConfigurationSurroundings(
    kinds: ProviderRegistry.kinds, credentialsDirectory: nil, userAgent: "test",
    now: { Moment(milliseconds: 0) })

  private func plan(_ arguments: String...) throws -> SimulationPlan {
    let options = try DaemonOptions(arguments)
    #expect(options.mode == .simulate)
    return try options.simulation.plan(surroundings)
  }

  private func refusal(_ arguments: String...) throws -> String {
    let options = try DaemonOptions(["--simulate", "outage", "--for", "6h"] + arguments)
    do {
      _ = try options.simulation.plan(surroundings)
      return ""
    } catch { return error.description }
  }

  @Test("without more than a fault and its length the built-in policy is fast enough for the users")
  func plain() throws {
    let plan = try plan("--simulate", "shard-10", "--for=6h")
    #expect(plan.fault == .shard10 && plan.lasting == .seconds(6 * 3600))
    #expect(plan.credentials == 10_000 && plan.policy.looksPerSecond == 10)
    #expect(plan.policy.interval == .seconds(86_400) && plan.policy.mode == .enforce)
    let million = try self.plan("--simulate", "none", "--for", "1d", "--credentials", "1000000")
    #expect(million.policy.looksPerSecond > 17 && million.policy.looksPerSecond < 18)
  }

  @Test(
    "nonsense is refused with the option, the value and what is allowed",
    arguments: [
      (["--credentials", "0"], "--credentials: is \"0\"; allowed is 1 to 10000000"),
      (
        ["--credentials", "1000000000000"],
        "--credentials: is \"1000000000000\"; allowed is 1 to 10000000"
      ),
      (["--rate", "-1"], "--rate: is \"-1\"; allowed is 0.01 to 100000.0"),
      (["--rate", "nan"], "--rate: is \"nan\"; allowed is 0.01 to 100000.0"),
      (["--seed", "x"], "--seed: is \"x\"; allowed is 0 to 9223372036854775807"),
      (["--provider", "apple"], "--provider: names a provider of a file; give --policy FILE too"),
    ])
  func nonsense(_ arguments: [String], _ message: String) throws {
    let options = try DaemonOptions(["--simulate", "outage", "--for", "6h"] + arguments)
    do {
      _ = try options.simulation.plan(surroundings)
      Issue.record("it is accepted")
    } catch { #expect(error.description == message) }
  }

  @Test("a fault that is not known, and a length of nothing, are told together")
  func unknownFault() throws {
    let options = try DaemonOptions(["--simulate", "outag", "--for", "0s"])
    do {
      _ = try options.simulation.plan(surroundings)
      Issue.record("it is accepted")
    } catch {
      #expect(error.description.contains("did you mean \"outage\"?"))
      #expect(error.description.contains("--for: is \"0s\"; allowed is 1m to 90d"))
    }
  }

  @Test("an option of a simulation without one is a wrong command line")
  func alone() {
    for arguments in [["--json"], ["--for", "6h"], ["--check-config", "--rate", "3"]] {
      #expect(throws: DaemonOptions.UsageError.self) { _ = try DaemonOptions(arguments) }
    }
  }

  @Test("the policy of a file is that of its provider; its key files need not exist")
  func file() throws {
    folder.write(
      "c.toml",
      """
      [provider.apple]
      kind = "apple"
      key_file = "/nonexistent/key.p8"
      interval = "2d"
      looks_per_second = 3.5
      """)
    let plan = try plan(
      "--simulate", "none", "--for", "1d", "--policy", "\(folder.path)/c.toml", "--rate", "7")
    #expect(plan.policy.interval == .seconds(2 * 86_400) && plan.policy.looksPerSecond == 7)
    #expect(plan.policy.inFlight == 20)
  }

  @Test("of several providers one must be named, and a wrong policy is refused with its place")
  func severalProviders() throws {
    folder.write(
      "c.toml",
      """
      [provider.one]
      kind = "apple"
      interval = "1s"
      [provider.two]
      kind = "sandbox"
      interval = "10m"
      confirm_after = "1m"
      """)
    let file = "\(folder.path)/c.toml"
    #expect(
      try refusal("--policy", file)
        == "--policy: has several providers or none (one, two); name one: --provider")
    #expect(try refusal("--policy", file, "--provider", "tow").contains("did you mean \"two\"?"))
    #expect(
      try refusal("--policy", file, "--provider", "one")
        .contains("c.toml:3:12: provider.one.interval: is 1s; allowed is 1d to 90d"))
    #expect(try refusal("--policy", "/nonexistent/c.toml").contains("/nonexistent/c.toml"))
    let plan = try plan(
      "--simulate", "none", "--for", "1h", "--policy", file, "--provider", "two")
    #expect(plan.policy.interval == .seconds(600))
  }

  @Test("the report is told in text and as one JSON object", .timeLimit(.minutes(5)))
  func printed() async throws {
    let wishes = SimulationWishes(fault: "outage", lasting: "1h", credentials: "50")
    let text = try await SimulationMode.run(wishes, surroundings, isJSON: false)
    #expect(text.hasPrefix("fault outage: connections are refused, or the answer is 503\n50 users"))
    #expect(text.contains("\nwrong log-outs    0\n"))
    let json = try await SimulationMode.run(wishes, surroundings, isJSON: true)
    #expect(json.hasPrefix(#"{"plan":{"fault":"outage","seconds":3600,"credentials":50,"#))
    #expect(json.contains(#""wrong_log_outs":0"#))
  }
}
