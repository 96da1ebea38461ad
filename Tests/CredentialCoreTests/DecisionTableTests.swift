internal import CredentialCore
import Testing

@Suite("Decision table")
struct DecisionTableTests {
  /// One row: what was, which policy, what is said, and the state and action that must follow.
  struct Row: Sendable, CustomTestStringConvertible {
    let state: CredentialState
    let reason: Reason
    let policy: ProviderPolicy
    let answer: Answer
    let expected: CredentialState
    let action: Action?
    var testDescription: String {
      "\(state)/\(reason) \(policy.mode)/\(policy.deadToken) \(answer) → \(expected)"
    }
  }

  static let states: [(CredentialState, Reason)] = [
    (.unknown, .registered), (.authorized, .confirmed), (.revoked, .tokenDead),
    (.revoked, .notLinked), (.revoked, .consentWithdrawn), (.notFound, .notLinked),
    (.transferred, .teamTransfer),
  ]

  static let policies = ProviderPolicy.DeadToken.allCases.flatMap { deadToken in
    ProviderPolicy.Mode.allCases.map { Sample.policy(deadToken, $0) }
  }

  static let teachNothing: [Row] = states.flatMap { state, reason in
    policies.flatMap { policy in
      Answer.lessons.map {
        Row(
          state: state, reason: reason, policy: policy, answer: $0, expected: state, action: nil)
      }
    }
  }

  static let authorized: [Row] = states.flatMap { state, reason in
    policies.map { policy in
      let stays = reason == .consentWithdrawn || state == .notFound
      return Row(
        state: state, reason: reason, policy: policy, answer: .authorized,
        expected: stays ? state : .authorized,
        action: stays || state == .authorized ? nil : Action.none)
    }
  }

  static let transferred: [Row] = states.flatMap { state, reason in
    policies.map { policy in
      let turns = policy.mode == .enforce && (state == .unknown || state == .authorized)
      return Row(
        state: state, reason: reason, policy: policy, answer: .transferred,
        expected: turns ? .transferred : state, action: turns ? Action.none : nil)
    }
  }

  @Test(
    "One answer about a live grant leads to the state and action of its row",
    arguments: teachNothing + authorized + transferred)
  func oneAnswer(row: Row) {
    let before = Sample.credential(row.state, row.reason, grants: [Sample.grant(1)])
    var story = Story(before, policy: row.policy)
    let decision = story.hear(row.answer, after: .zero)
    #expect(story.credential.state == row.expected)
    #expect(decision.events.map(\.action) == [row.action].compactMap { $0 })
    #expect(story.credential.lastAnswer == row.answer.word)
    #expect(story.credential.lastLook == Sample.start)
    for event in decision.events where row.expected == .authorized {
      #expect(event.undoes == before.stateEvent)
    }
  }

  @Test(
    "Nothing learnt leaves grants of every status, their suspicion too", arguments: Answer.lessons)
  func grantsStay(answer: Answer) {
    for status in Grant.Status.allCases {
      var grant = Sample.grant(1, status)
      grant.suspicion = Suspicion(
        state: .revoked, reason: .tokenDead, opened: Sample.start - Sample.day,
        confirmableFrom: Sample.start, evidence: Evidence("400 invalid_grant"))
      var credential = Sample.credential(.revoked, .tokenDead, grants: [grant])
      credential.since = Sample.start
      var story = Story(credential)
      story.othersAreWell = false
      story.hear(answer, after: .zero)
      grant.lastLook = Sample.start
      #expect(story.credential.grants == [grant])
    }
  }

  static let twice: [Row] = states.flatMap { state, reason in
    policies.map { policy in
      let row: (CredentialState, Action?) =
        switch (policy.mode, policy.deadToken, state) {
        case (.observe, _, _): (state, nil)
        case (_, _, .transferred): (state, Action.none)
        case (.enforce, .revoke, .revoked): (state, nil)
        case (.enforce, .revoke, _): (.revoked, .logOut)
        case (.enforce, .reauthenticate, .authorized): (.unknown, .reauthenticate)
        case (.enforce, .reauthenticate, _): (state, Action.none)
        }
      return Row(
        state: state, reason: reason, policy: policy, answer: .dead(.tokenDead), expected: row.0,
        action: row.1)
    }
  }

  @Test(
    "Two dead answers of the only grant lead to the state and action of their row", arguments: twice
  )
  func deadTwice(row: Row) {
    var story = Story(
      Sample.credential(row.state, row.reason, grants: [Sample.grant(1)]), policy: row.policy)
    story.hear(row.answer, after: .zero)
    #expect(story.credential.state == row.state && story.published.isEmpty)
    story.hear(row.answer, after: Sample.day)
    #expect(story.credential.state == row.expected)
    #expect(story.published.map(\.action) == [row.action].compactMap { $0 })
  }

  @Test("Events carry account, evidence, time and both states")
  func eventTellsAll() {
    var story = Story(Sample.credential(grants: [Sample.grant(1)]))
    story.hear(.dead(.tokenDead), after: .zero)
    story.hear(.dead(.tokenDead), after: Sample.day)
    let event = story.published.first
    #expect(event?.account == "u1")
    #expect(event?.evidence.summary == "400 token_dead")
    #expect(event?.at == Sample.start + Sample.day)
    #expect(event?.credential == Sample.id)
  }
}
