internal import CredentialCore
import Testing

@Suite("Events")
struct EventTests {
  private func draft(
    _ kind: EventKind = .stateChanged, _ state: CredentialState = .revoked,
    _ action: Action = .logOut
  ) -> EventDraft {
    EventDraft(
      kind: kind, credential: Sample.id, account: nil, labels: [], oldState: .authorized,
      newState: state, reason: .tokenDead, action: action, at: Sample.start,
      evidence: Evidence("400 invalid_grant"))
  }

  @Test("A state change is undone as soon as the credential is in another state or gone")
  func undone() {
    let revoked = Event(generation: "ab", sequence: 7, body: draft())
    for state in CredentialState.allCases {
      #expect(revoked.isUndone(by: state) == (state != .revoked))
      let lost = Event(generation: "ab", sequence: 8, body: draft(.grantLost))
      #expect(!lost.isUndone(by: state))
    }
    #expect(revoked.isUndone(by: nil))
  }

  @Test("A request to sign in again is undone by the sign-in")
  func asked() {
    let asked = Event(
      generation: "ab", sequence: 7, body: draft(.stateChanged, .unknown, .reauthenticate))
    #expect(asked.isUndone(by: .authorized) && !asked.isUndone(by: .unknown))
  }

  @Test("An event shows its id, what happened and what to do, in a fixed order")
  func shows() {
    var body = draft()
    body.undoes = 3
    let event = Event(generation: "ab", sequence: 7, body: body)
    #expect(
      event.fields.members.map(\.name) == [
        "event_id", "generation", "sequence", "kind", "provider", "subject", "labels", "old_state",
        "state", "reason", "action", "at", "evidence", "undoes",
      ])
    #expect(event.fields["event_id"] == .text("ab-7"))
    #expect(event.fields["undoes"] == .integer(3))
  }

  @Test("A hook is told of its kinds, from its least action up, for its providers")
  func subscribes() {
    func hook(_ kinds: Set<EventKind>, _ least: Action, _ providers: Set<ProviderName>?) -> Bool {
      HookSubscription(
        name: HookName("h"), kinds: kinds, minimumAction: least, providers: providers
      ).wants(draft())
    }
    let other = ProviderName(validText: "kakao")
    #expect(hook([.stateChanged], .logOut, nil))
    #expect(hook([.stateChanged], .none, [Sample.provider, other]))
    #expect(!hook([.grantLost], .none, nil))
    #expect(!hook([], .none, nil))
    #expect(!hook([.stateChanged], .eraseAllowed, nil))
    #expect(!hook([.stateChanged], .logOut, [other]))
    #expect(!hook([.stateChanged], .logOut, []))
  }

  @Test("Each action includes the ones before it")
  func actions() {
    #expect(Action.allCases.sorted() == [.none, .reauthenticate, .logOut, .eraseAllowed])
  }
}
