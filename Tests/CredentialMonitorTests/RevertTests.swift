import CredentialCore
import CredentialMonitor
import CredentialStore
import Support
import Testing

@Suite("The monitor: taking back and turning as it stands", .timeLimit(.minutes(5)))
struct RevertTests {
  /// Three users who were revoked, each by three looks, with the last of them an hour ago.
  private func revoked(_ scene: MonitorScene) async throws {
    for subject in ["a", "b", "c"] {
      try await scene.store.enrol(subject, at: StoreWorld.at(.zero))
    }
    for hours in [24, 44, 64] {
      let now = StoreWorld.at(StoreWorld.hour * hours)
      let looks = try await scene.store.claim(StoreWorld.request(now)).looks
      let results = looks.map { StoreWorld.result($0, .dead(.tokenDead), at: now) }
      _ = try await scene.store.commit(results, decider: Self.decider, now: now)
    }
    scene.time.advance(by: StoreWorld.at(StoreWorld.hour * 65) - scene.time.now())
    try await scene.monitor.apply(scene.setup())
  }

  /// Three users' brake would be on.
  private static var decider: Decider {
    var policy = StoreWorld.policy
    policy.brake = BrakeLimits(minimum: 100, perHour: 100, perDay: 100)
    return StoreWorld.decider(policy: policy)
  }

  @Test(
    "a preview says whom and changes nothing; then each gets one event; then there is none left")
  func revert() async throws {
    let scene = try MonitorScene()
    try await revoked(scene)
    var request = OperationRequest(
      by: Caller(uid: 7), provider: scene.id.provider, reason: "a wrong table")
    request.isPreview = true
    let preview = try await scene.monitor.revert(request, since: "2h")
    #expect(preview["users"] == .integer(3))
    guard case .list(let rows)? = preview["events"] else { throw Self.missing }
    #expect(rows.count == 3)
    #expect(try await scene.store.census().sequence == 6)

    request.isPreview = false
    let done = try await scene.monitor.revert(request, since: "2h")
    #expect(done["users"] == .integer(3))
    let events = try await scene.store.events(after: 6, limit: 9)
    #expect(events.map(\.body.undoes) == [4, 5, 6])
    #expect(events.allSatisfy { $0.body.newState == .authorized && $0.body.reason == .reverted })
    let again = try await scene.monitor.revert(request, since: "2h")
    #expect(again["users"] == .integer(0))
    let entries = try await scene.monitor.audit(limit: 9)
    #expect(entries.map(\.number) == [0, 3] && entries.allSatisfy { $0.verb == .revert })
  }

  @Test("what was decided before the time stays")
  func before() async throws {
    let scene = try MonitorScene()
    try await revoked(scene)
    let request = OperationRequest(
      by: Caller(uid: 7), provider: scene.id.provider, reason: "a wrong table")
    let done = try await scene.monitor.revert(request, since: "30m")
    #expect(done["users"] == .integer(0))
    #expect(try await scene.store.credential(StoreWorld.id("a"))?.state == .revoked)
  }

  @Test("a time that is yet to come is a slip of the pen, and refused; the present is none")
  func future() async throws {
    let scene = try MonitorScene()
    try await revoked(scene)
    var request = OperationRequest(
      by: Caller(uid: 7), provider: scene.id.provider, reason: "a wrong table")
    let later = scene.time.now() + .seconds(60)
    for isPreview in [true, false] {
      request.isPreview = isPreview
      do {
        _ = try await scene.monitor.revert(request, since: later.rfc3339)
        Issue.record("accepted")
      } catch let error as OperationError {
        #expect(error.code == .invalidArgument && error.message.contains(later.rfc3339))
      }
    }
    let done = try await scene.monitor.revert(request, since: "0s")
    #expect(done["users"] == .integer(0))
  }

  private static let missing = OperationError(.internal, "no rows")
}
