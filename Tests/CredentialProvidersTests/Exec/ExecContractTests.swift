internal import CredentialCore
internal import Support
internal import Testing

@Suite("Kind exec with the programs of the documentation", .timeLimit(.minutes(5)))
struct ExecContractTests {
  /// A provider that asks one of the shipped examples; each line of looks is counted.
  private func stage(_ example: String) throws -> (ProviderStage, TemporaryFolder) {
    let folder = TemporaryFolder()
    let program = ProjectText.path("docs/examples/exec-provider.\(example)")
    var lines = ""
    for number in 0..<40 {
      lines += "user.\(number) active\n"
      folder.write("users/user.\(number)", "")
    }
    folder.write("list", lines + "user.gone gone\n")
    let argument = folder.file(example == "py" ? "list" : "users")
    folder.write(
      "program", "#!/bin/sh\ntee -a '\(folder.path)/log' | '\(program)' '\(argument)'\n",
      mode: 0o755)
    let values: [(String, ConfigurationNode.Content)] = [
      ("command", .list([AppleStage.node(.text(folder.file("program")))])),
      ("clients", .list([AppleStage.node(.text(ExecStage.client))])),
      ("answer_timeout", .text("30s")),
    ]
    let provider = try AppleStage.provider(kind: "exec", values)
    let stage = ProviderStage(
      provider: provider,
      alive: { try KindServer.look("user.\($0)", client: ExecStage.client) },
      dead: { try KindServer.look("user.gone", client: ExecStage.client) },
      requests: {
        let log = folder.read("log").map { String(decoding: $0, as: UTF8.self) } ?? ""
        return log.split(separator: "\n").count { $0.contains(#""type":"look""#) }
      }, costs: ProviderStage.Costs(reason: .notLinked, forty: 1, death: 1))
    return (stage, folder)
  }

  @Test("the example in Python keeps the contract", arguments: ProviderContract.cases)
  func python(_ contract: ProviderContract) async throws {
    let (stage, folder) = try stage("py")
    try await contract.run(stage, ExecStage.now)
    stage.provider.looker.close()
    await stage.provider.looker.ended()
    withExtendedLifetime(folder) {}
  }

  @Test("the example in shell keeps the contract", arguments: ProviderContract.cases)
  func shell(_ contract: ProviderContract) async throws {
    let (stage, folder) = try stage("sh")
    try await contract.run(stage, ExecStage.now)
    stage.provider.looker.close()
    await stage.provider.looker.ended()
    withExtendedLifetime(folder) {}
  }

  @Test("a test of the provider says hello and asks about nobody")
  func probe() async throws {
    let (stage, folder) = try stage("py")
    let report = await stage.provider.prober?.probe()
    #expect(report?.findings.map(\.code) == [.accepted] && stage.requests() == 0)
    stage.provider.looker.close()
    folder.write("program", "#!/bin/sh\nexit 3\n", mode: 0o755)
    let broken = await stage.provider.prober?.probe()
    #expect(broken?.findings.map(\.code) == [.programFailed])
    #expect(broken?.findings.first?.detail.contains("status 3") == true)
  }
}
