internal import CredentialCore
import Testing

@Suite("Registration")
struct RegistrationTests {
  private func registration(
    account: String? = nil, labels: [Label]? = nil, client: ClientID = Sample.web
  ) -> Registration {
    Registration(
      id: Sample.id, client: client, token: Secret([1]), account: account, labels: labels)
  }

  @Test("A new user is unknown, registered, with one unproven grant")
  func enrols() {
    let credential = registration(account: "u9", labels: [Label(key: "a", value: "b")])
      .applied(to: nil, epoch: Epoch(5), now: Sample.start)
    #expect(credential.state == .unknown && credential.reason == .registered)
    #expect(credential.since == Sample.start)
    #expect(credential.account == "u9" && credential.labels == [Label(key: "a", value: "b")])
    let client = Sample.grant(5).client
    #expect(credential.grants == [Grant(client: client, epoch: Epoch(5), given: Sample.start)])
  }

  @Test("A confirmed grant stays until the new one is proven; an unproven one of the client goes")
  func keepsConfirmed() {
    let grants = [
      Sample.grant(1), Sample.grant(2, .unproven), Sample.grant(3, .unproven, client: Sample.phone),
    ]
    let credential = registration().applied(
      to: Sample.credential(grants: grants), epoch: Epoch(9), now: Sample.start)
    #expect(credential.grants.map(\.epoch.number) == [1, 3, 9])
  }

  @Test("Account and labels stay when none are given, and are replaced when they are")
  func mergesAccount() {
    let current = Sample.credential(grants: [])
    let kept = registration().applied(to: current, epoch: Epoch(2), now: Sample.start)
    #expect(kept.account == "u1")
    let replaced = registration(account: "u2", labels: []).applied(
      to: current, epoch: Epoch(2), now: Sample.start)
    #expect(replaced.account == "u2" && replaced.labels.isEmpty)
  }

  @Test("It takes back no state and no reason", arguments: CredentialState.allCases)
  func takesNothingBack(state: CredentialState) {
    let current = Sample.credential(state, .tokenDead, grants: [Sample.grant(1, .dead)])
    let credential = registration().applied(to: current, epoch: Epoch(2), now: Sample.start)
    #expect(credential.state == state && credential.reason == .tokenDead)
    #expect(credential.since == current.since && credential.stateEvent == current.stateEvent)
    #expect(credential.grants.first == current.grants.first)
  }

  @Test("After its only token proved dead, a user never confirmed is registered anew")
  func again() {
    let current = Sample.credential(.unknown, .neverConfirmed, grants: [])
    let credential = registration().applied(to: current, epoch: Epoch(2), now: Sample.start)
    #expect(credential.reason == .registered)
  }

  @Test("The first look is a confirmation, one in the schedule's turn is not")
  func purposes() {
    var grant = Sample.grant(1, .unproven)
    let credential = Sample.credential(grants: [grant])
    #expect(credential.purpose(of: grant, now: Sample.start) == .confirmation)
    grant.status = .live
    #expect(credential.purpose(of: grant, now: Sample.start) == .scheduled)
    grant.suspicion = Suspicion(
      state: .revoked, reason: .tokenDead, opened: Sample.start,
      confirmableFrom: Sample.start + Sample.day, evidence: Evidence("400 invalid_grant"))
    #expect(credential.purpose(of: grant, now: Sample.start) == .scheduled)
    #expect(credential.purpose(of: grant, now: Sample.start + Sample.day) == .confirmation)
    grant.suspicion?.hold = Hold(.observe, since: Sample.start)
    #expect(credential.purpose(of: grant, now: Sample.start + Sample.day) == .scheduled)
  }
}
