internal import CredentialCore
internal import Support
internal import Testing

@Suite("What each kind makes of the built sandbox's answers", .serialized, .timeLimit(.minutes(5)))
struct SandboxAnswerTests {
  /// How a user is gone at a kind of service, and what a look at him must be.
  struct Row: Sendable, CustomTestStringConvertible {
    let kind: String
    let gone: String
    let answer: Answer

    var testDescription: String { "\(kind): \(gone)" }

    init(_ kind: String, _ gone: String, _ answer: Answer) {
      (self.kind, self.gone, self.answer) = (kind, gone, answer)
    }
  }

  static let rows = [
    Row("apple", "invalid_grant", .dead(.tokenDead)), Row("apple", "deleted", .dead(.tokenDead)),
    Row("apple", "invalid_request", .isolated),
    Row("oidc", "invalid_grant", .dead(.tokenDead)), Row("oidc", "deleted", .dead(.tokenDead)),
    Row("oidc", "invalid_request", .isolated),
    Row("oidc", "interaction_required", .reauthenticate),
    Row("oidc", "login_required", .reauthenticate),
    Row("oidc", "consent_required", .reauthenticate),
    Row("introspection", "invalid_grant", .dead(.tokenDead)),
    Row("introspection", "deleted", .dead(.tokenDead)),
    Row("google", "invalid_grant", .dead(.tokenDead)), Row("google", "deleted", .dead(.tokenDead)),
    Row("google", "bad_request", .isolated), Row("google", "invalid_rapt", .reauthenticate),
    Row("google", "rapt_required", .reauthenticate),
    Row("google", "admin_policy_enforced", .reauthenticate),
    Row("github", "unauthorized", .dead(.tokenDead)), Row("github", "deleted", .dead(.tokenDead)),
    Row("kakao", "not_linked", .dead(.notLinked)), Row("kakao", "deleted", .dead(.notLinked)),
    Row("kakao", "dormant", .unclear), Row("kakao", "pending", .unclear),
    Row("kakao", "restricted", .unclear), Row("kakao", "underage", .unclear),
  ]

  @Test(
    "a user who is gone is what the kind's table says, and another one is well", arguments: rows)
  func gone(row: Row) async throws {
    let kind = try #require(SandboxStage.kinds.first { $0.name == row.kind && $0.look == nil })
    let stage = try await SandboxStage(kind)
    let looks = [try stage.stage.alive(0), try stage.stage.alive(1)]
    try stage.desk.revoke(looks[0].credential.subject.text, as: row.gone)
    let results = await stage.stage.results(of: looks, now: SandboxStage.start)
    for result in results {
      let isGone = result.look.credential == looks[0].credential
      #expect(
        result.answer == (isGone ? row.answer : .authorized), "\(result.evidence.summary)")
    }
    try await stage.stop()
  }

  /// A fault of a service that says nothing about anybody.
  struct Fault: Sendable, CustomTestStringConvertible {
    let words: [String]
    let answer: Answer

    var testDescription: String { words.joined(separator: " ") }

    init(_ words: String..., answer: Answer = .transient(retryAfter: nil)) {
      (self.words, self.answer) = (words, answer)
    }
  }

  static let faults = [
    Fault("outage"), Fault("truncate"), Fault("half-json"), Fault("captive-portal"), Fault("drop"),
    Fault("throttle", "120", answer: .throttled(retryAfter: .seconds(120))),
    Fault("invalid-client", answer: .misconfigured),
  ]

  @Test(
    "a fault of the service is no news about anybody, whatever the kind",
    arguments: SandboxStage.kinds, faults)
  func fault(kind: SandboxStage.Kind, fault: Fault) async throws {
    let stage = try await SandboxStage(kind)
    // One look in good times, so that metadata are known.
    _ = await stage.stage.results(of: [try stage.stage.alive(9)], now: SandboxStage.start)
    let looks = [try stage.stage.alive(0), try stage.stage.dead()]
    try stage.desk.setMode(fault.words)
    let results = await stage.stage.results(of: looks, now: SandboxStage.start)
    for result in results {
      #expect(result.answer == fault.answer, "\(result.evidence.summary)")
    }
    try await stage.stop()
  }
}
