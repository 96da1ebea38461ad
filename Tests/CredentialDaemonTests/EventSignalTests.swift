import CredentialCore
import Systemd
import Testing

@testable import CredentialDaemon

@Suite("Which signals tell of an event")
struct EventSignalTests {
  private static let rows: [(EventKind, Action, [String])] = [
    (.stateChanged, .logOut, ["CredentialStateChanged", "CredentialRevoked"]),
    (.stateChanged, .eraseAllowed, ["CredentialStateChanged", "CredentialRevoked"]),
    (.sessionEnd, .logOut, ["CredentialStateChanged", "SessionEnded"]),
    (.reauthNeeded, .reauthenticate, ["CredentialStateChanged", "ReauthenticationNeeded"]),
    (.emailDisabled, .none, ["CredentialStateChanged"]),
  ]

  @Test("sessions that ended at the provider are no revocation", arguments: rows)
  func signals(kind: EventKind, action: Action, members: [String]) throws {
    let now = Moment(milliseconds: 1_800_000_000_000)
    let id = CredentialID(provider: try ProviderName("apple"), subject: try Subject("001"))
    let draft = EventDraft(
      kind: kind, credential: id, account: nil, labels: [], oldState: .authorized,
      newState: .authorized, reason: .confirmed, action: action, at: now, evidence: Evidence(""))
    let event = Event(generation: "ab", sequence: 1, body: draft)
    #expect(EventSignal.signals(for: event).map(\.member) == members)
  }
}
