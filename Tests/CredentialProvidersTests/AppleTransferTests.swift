internal import CredentialCore
internal import CredentialSandbox
internal import Support
internal import Testing

@testable internal import CredentialProviders

@Suite("Apple: names of users in a move to another team", .timeLimit(.minutes(5)))
struct AppleTransferTests {
  private func stage() throws -> AppleStage {
    try AppleStage(kind: "sandbox", settings: [("transfer_team_id", "TEAM654321")])
  }

  private func subject(_ text: String) throws -> Subject { try Subject(text) }

  @Test("the sending team is told an identifier of each user, and refused one who withdrew")
  func export() async throws {
    let stage = try stage()
    let agent = try #require(stage.stage.provider.transfer)
    _ = try stage.sandbox.addUser("a", client: AppleStage.clients[0])
    _ = try stage.sandbox.addUser("b", client: AppleStage.clients[1])
    _ = try stage.sandbox.addUser("gone", client: AppleStage.clients[0])
    try stage.sandbox.revoke("gone")
    let replies = await agent.ask(
      try ["a", "gone", "b"].map { .identifier(of: try subject($0)) }, now: AppleStage.start)
    #expect(replies.count == 3)
    let bridges = try ["a", "b"].map { try subject(stage.sandbox.transferNames($0).bridge) }
    #expect(replies[0] == .identifier(bridges[0]))
    #expect(replies[1] == .refused("the provider answered 400 invalid_request"))
    #expect(replies[2] == .identifier(bridges[1]))
    let alone = await agent.ask([.successor(of: try subject("x"))], now: AppleStage.start)
    #expect(alone == [.broken("the receiving team's key is not configured")])
    await stage.stop()
  }

  @Test("a provider that cannot be reached, or fails, is asked again; one that refuses us is not")
  func trouble() async throws {
    let stage = try stage()
    let agent = try #require(stage.stage.provider.transfer)
    await stage.sandbox.stop()
    let replies = await agent.ask([.identifier(of: try subject("a"))], now: AppleStage.start)
    if case .failed = replies[0] {} else { Issue.record("\(replies)") }
    stage.stage.provider.looker.close()
  }

  @Test("keys of a move without its team, a half key, and a move to oneself are refused")
  func settings() throws {
    func faults(_ more: [(String, String)]) throws -> [String] {
      do {
        _ = try AppleStage(kind: "sandbox", settings: more)
        return []
      } catch let refused as AppleStage.Refused { return refused.faults.map(\.description) }
    }
    let alone = try faults([("transfer_accepted", "2026-11-30")])
    #expect(alone.count == 1 && alone[0].contains("is of use only with transfer_team_id"))
    let half = try faults([
      ("transfer_team_id", "TEAM654321"), ("transfer_key_id", "KEY7654321"),
    ])
    #expect(half.count == 1 && half[0].contains("give transfer_key_file"), "\(half)")
    let same = try faults([("transfer_team_id", "TEAM123456")])
    #expect(same.count == 1 && same[0].contains("is the same as team_id"), "\(same)")
    let date = try faults([
      ("transfer_team_id", "TEAM654321"), ("transfer_accepted", "soon"),
    ])
    #expect(date.count == 1 && date[0].contains("is not a date in quotes"), "\(date)")
  }
}
