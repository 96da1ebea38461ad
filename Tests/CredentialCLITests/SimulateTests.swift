import CredentialCLI
import CredentialCore
import JSON
import Support
import Testing

@Suite("simulate")
struct SimulateTests {
  @Test("hands its options to credstated and passes its status on", .timeLimit(.minutes(5)))
  func arguments() async throws {
    let programs = ConfigCheckTests.OneProgram("printf '%s\\n' \"$@\" > \"$0.args\"; exit 2")
    let run = await CommandRun.run(
      [
        "simulate", "-f", "shard-10", "--for", "6h", "-n", "1000", "--rate", "0.5", "--policy",
        "a b",
        "-p", "apple", "--seed", "7",
      ], launcher: programs)
    #expect(run.status == 2 && run.errors.isEmpty)
    let expected = [
      "--simulate", "shard-10", "--for", "6h", "--credentials", "1000", "--rate", "0.5", "--policy",
      "a b", "--provider", "apple", "--seed", "7",
    ]
    let given = String(
      decoding: try #require(programs.folder.read("credstated.args")), as: UTF8.self)
    #expect(given.split(separator: "\n").map(String.init) == expected)
  }

  @Test("in JSON the report is a member, and a refusal an error", .timeLimit(.minutes(5)))
  func json() async throws {
    let line = ["simulate", "--fault", "none", "--for", "6h", "-j"]
    let programs = ConfigCheckTests.OneProgram(#"echo '{"missed":0,"conditions":[]}'"#)
    let run = await CommandRun.run(line, launcher: programs)
    #expect(run.status == 0)
    #expect(try run.document["simulation"]?["missed"] == 0)
    let refused = await CommandRun.run(
      line, launcher: ConfigCheckTests.OneProgram("echo 'credstated: --for: no' >&2; exit 2"))
    #expect(refused.status == 2)
    #expect(try refused.document["error"]?["code"] == "invalid_argument")
    #expect(refused.errors.contains("--for: no"))
    let broken = await CommandRun.run(line, launcher: ConfigCheckTests.OneProgram("echo '{'"))
    #expect(try broken.document["error"]?["code"] == "incompatible")
  }

  @Test("a fault that is not known is refused with the nearest one", .timeLimit(.minutes(5)))
  func unknown() async {
    let run = await CommandRun.run(["simulate", "--fault", "outag", "--for", "1h"])
    #expect(run.status == 2 && run.errors.contains("did you mean outage?"))
    let many = await CommandRun.run(
      ["simulate", "--fault", "none", "--for", "1h", "-n", "1000000000000"])
    #expect(many.status == 2 && many.errors.contains("from 1 to 10000000"))
  }

  @Test("its help tells every fault", .timeLimit(.minutes(5)))
  func help() async {
    let run = await CommandRun.run(["help", "simulate"])
    for fault in SimulatedFault.allCases { #expect(run.output.contains("\n\(fault.rawValue): ")) }
  }
}
