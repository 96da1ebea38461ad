import CredentialCLI
import CredentialCore

/// A daemon whose second page of every list fails.
struct HalfList: MonitorClient {
  private static let busy = CommandFailure(.busy, "too much is waiting")

  func credentials(
    provider: String, state: String?, held: Bool, stale: Bool, cursor: String, limit: UInt32
  ) async throws(CommandFailure) -> CredentialListing {
    guard cursor.isEmpty else { throw Self.busy }
    return CredentialListing(rows: [["subject": .text("1")]], nextCursor: "1")
  }
  func events(
    generation: String, after: UInt64, limit: UInt32
  ) async throws(CommandFailure) -> EventListing {
    guard after == 0 else { throw Self.busy }
    return EventListing(generation: "g", rows: [["sequence": .integer(1)]], next: 1)
  }
  func register(_ request: EnrolRequest) async throws(CommandFailure) -> Fields { throw Self.busy }
  func signIn(_ handoff: SignInHandoff) async throws(CommandFailure) -> Fields { throw Self.busy }
  func user(provider: String, subject: String) async throws(CommandFailure) -> Fields {
    throw Self.busy
  }
  func credential(provider: String, subject: String) async throws(CommandFailure) -> Fields {
    throw Self.busy
  }
  func explain(provider: String, subject: String) async throws(CommandFailure) -> ExplanationRows {
    throw Self.busy
  }
  func checkNow(provider: String, subject: String) async throws(CommandFailure) -> Fields {
    throw Self.busy
  }
  func accessToken(
    provider: String, subject: String, isNew: Bool
  ) async throws(CommandFailure) -> AccessHandover { throw Self.busy }
  func report(_ report: DeviceReport) async throws(CommandFailure) -> Fields { throw Self.busy }
  func submitPush(_ push: PushHandover) async throws(CommandFailure) -> Fields { throw Self.busy }
  func transfer(provider: String) async throws(CommandFailure) -> Fields { throw Self.busy }
  func transfers(
    provider: String, unmapped: Bool, cursor: String, limit: UInt32
  ) async throws(CommandFailure) -> CredentialListing {
    guard cursor.isEmpty else { throw Self.busy }
    return CredentialListing(rows: [["subject": .text("1")]], nextCursor: "1")
  }
  func forget(
    provider: String, subject: String, force: Bool, revokes: Bool
  ) async throws(CommandFailure) {
    throw Self.busy
  }
  func operate(_ operation: VerdictOperation) async throws(CommandFailure) -> Fields {
    throw Self.busy
  }
  func profile(provider: String) async throws(CommandFailure) -> Fields { throw Self.busy }
  func testProvider(provider: String) async throws(CommandFailure) -> Fields { throw Self.busy }
  func startRecording(provider: String, subject: String) async throws(CommandFailure) -> Moment {
    throw Self.busy
  }
  func stopRecording(provider: String, subject: String) async throws(CommandFailure) {
    throw Self.busy
  }
  func recordings(provider: String) async throws(CommandFailure) -> [Fields] { throw Self.busy }
  func audit(limit: UInt32) async throws(CommandFailure) -> [Fields] { throw Self.busy }
  func status() async throws(CommandFailure) -> Fields { throw Self.busy }
  func reload() async throws(CommandFailure) { throw Self.busy }
  func subscribe(_ hint: @escaping @Sendable () -> Void) async throws(CommandFailure) {}
}
