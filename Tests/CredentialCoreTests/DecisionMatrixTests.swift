internal import CredentialCore
import Testing

@Suite("Decision: every answer in every situation")
struct DecisionMatrixTests {
  /// What keeps verdicts back, if anything does.
  enum Guard: CaseIterable { case none, observe, brake, freeze }

  /// What is held against the grant before the answer.
  enum Doubt: CaseIterable { case none, oneProof, observed, braked, released, refused }

  /// One situation.
  struct Row {
    let state: CredentialState
    let reason: Reason
    let status: Grant.Status
    let doubt: Doubt
    let back: Guard
    let deadToken: ProviderPolicy.DeadToken
    let answer: Answer
  }

  /// What a user of the daemon would notice of the answer and of another user's success after it.
  struct Outcome: Equatable {
    var state: CredentialState
    var events: [EventKind] = []
    var action: Action?
    var hold: Hold.Cause?
    var isDoubted = false
  }

  static let answers: [Answer] =
    Answer.lessons + [.isolated, .authorized, .dead(.tokenDead), .transferred]

  private var rows: [Row] {
    var rows: [Row] = []
    for (state, reason) in DecisionTableTests.states {
      // Nobody is ever asked about a lost one.
      for status in Grant.Status.allCases where ![.lost].contains(status) {
        for doubt in doubts(status) {
          for back in Guard.allCases {
            for deadToken in ProviderPolicy.DeadToken.allCases {
              rows += Self.answers.map {
                Row(
                  state: state, reason: reason, status: status, doubt: doubt, back: back,
                  deadToken: deadToken, answer: $0)
              }
            }
          }
        }
      }
    }
    return rows
  }

  /// What can be held against a token: of one that never worked a refusal, and a dead one is past doubt.
  private func doubts(_ status: Grant.Status) -> [Doubt] {
    switch status {
    case .live, .outstanding: [.none, .oneProof, .observed, .braked, .released]
    case .unproven: [.none, .refused]
    case .dead, .lost: [.none]
    }
  }

  @Test("Each leads to what the rules say, and to nothing else")
  func matrix() {
    #expect(rows.count == 7 * 13 * 4 * 2 * 13)
    for row in rows {
      let story = played(row)
      let found = outcome(story, row)
      #expect(found == expected(row), "\(row)")
      if case .at(let moment) = story.last.nextLook { #expect(moment >= Sample.start, "\(row)") }
      let askable = story.credential.grants.contains { $0.status != .outstanding }
      #expect((story.last.nextLook == .never) == !askable, "\(row)")
      if found.hold != nil, askable { #expect(story.last.nextLook == .regular, "\(row)") }
    }
  }

  /// The situation, the answer, and the success of another user.
  private func played(_ row: Row) -> Story {
    var grant = Sample.grant(1, row.status)
    grant.suspicion = suspicion(row.doubt)
    var credential = Sample.credential(row.state, row.reason, grants: [grant])
    credential.since = Sample.start
    var story = Story(
      credential, policy: Sample.policy(row.deadToken, row.back == .observe ? .observe : .enforce))
    var standing = ClientStanding(members: 1000)
    if row.back == .brake {
      standing.brake = Brake(
        since: Sample.start - Sample.day, limit: .dayCount, count: 50, opened: 1000)
    }
    story.book = ClientBook([Sample.web: standing])
    if row.back == .freeze {
      let canaries = ["x", "y"].map { Subject(validBytes: Array($0.utf8)) }
      story.policy.canaries = canaries
      for canary in canaries {
        story.book.canaries[canary] = Canary(failingSince: Sample.start - Sample.day)
      }
      story.book.frozenSince = Sample.start - Sample.day
    }
    story.hear(row.answer, after: .zero)
    return story
  }

  private func suspicion(_ doubt: Doubt) -> Suspicion? {
    guard doubt != .none else { return nil }
    if doubt == .refused {
      return Suspicion(
        state: .unknown, reason: .neverConfirmed, opened: Sample.start - Sample.day,
        confirmableFrom: Sample.start, evidence: Evidence("400 invalid_grant"))
    }
    let opened = Sample.start - Sample.day * 3
    var suspicion = Suspicion(
      state: .revoked, reason: .tokenDead, opened: opened, confirmableFrom: Sample.start,
      evidence: Evidence("400 invalid_grant"))
    let proofs = doubt == .oneProof ? 1 : 2
    suspicion.proofs = (0..<proofs).map {
      let answered = opened + Sample.day * $0
      return Proof(answered: answered, control: answered + .seconds(1))
    }
    if doubt == .observed { suspicion.hold = Hold(.observe, since: Sample.start - Sample.day) }
    if doubt == .braked || doubt == .released {
      suspicion.hold = Hold(.brake, since: Sample.start - Sample.day)
    }
    // The brake of these rows was on then.
    if doubt == .released { suspicion.hold?.released = Sample.start - .seconds(3600) }
    return suspicion
  }

  private func outcome(_ story: Story, _ row: Row) -> Outcome {
    let grant = story.credential.grants.first
    return Outcome(
      state: story.credential.state, events: story.published.map(\.kind),
      action: story.published.first?.action, hold: grant?.suspicion?.hold?.cause,
      isDoubted: grant?.suspicion != nil)
  }

  private func expected(_ row: Row) -> Outcome {
    switch row.answer {
    case .authorized: confirmed(row)
    case .dead where row.status != .dead: negative(row)
    case .transferred where row.status != .dead: moved(row)
    default: unchanged(row)
    }
  }

  private func unchanged(_ row: Row) -> Outcome {
    let hold: Hold.Cause? =
      row.doubt == .observed
      ? .observe : row.doubt == .braked || row.doubt == .released ? .brake : nil
    return Outcome(state: row.state, hold: hold, isDoubted: row.doubt != .none)
  }

  private func confirmed(_ row: Row) -> Outcome {
    let isFinal = row.reason == .consentWithdrawn || row.state == .notFound
    guard !isFinal, row.state != .authorized else { return Outcome(state: row.state) }
    return Outcome(state: .authorized, events: [.stateChanged], action: Action.none)
  }

  private func negative(_ row: Row) -> Outcome {
    if row.status == .unproven {
      if row.back == .observe { return Outcome(state: row.state, hold: .observe, isDoubted: true) }
      return row.doubt == .refused && row.back == .none
        ? lost(row) : Outcome(state: row.state, isDoubted: true)
    }
    let isAnew = row.doubt == .none || (row.doubt == .observed && row.back != .observe)
    if isAnew { return Outcome(state: row.state, isDoubted: true) }
    if row.back == .observe { return Outcome(state: row.state, hold: .observe, isDoubted: true) }
    if row.state == .transferred { return lost(row) }
    switch (row.deadToken, row.state) {
    case (.revoke, .revoked): return Outcome(state: .revoked)
    case (.reauthenticate, let state) where state != .authorized: return lost(row)
    default: break
    }
    let isKept = row.back == .brake ? row.doubt != .released : row.back == .freeze
    guard !isKept else { return Outcome(state: row.state, hold: .brake, isDoubted: true) }
    return row.deadToken == .revoke
      ? Outcome(state: .revoked, events: [.stateChanged], action: .logOut)
      : Outcome(state: .unknown, events: [.stateChanged], action: .reauthenticate)
  }

  private func lost(_ row: Row) -> Outcome {
    Outcome(state: row.state, events: [.grantLost], action: Action.none)
  }

  private func moved(_ row: Row) -> Outcome {
    guard row.state == .authorized || row.state == .unknown else { return unchanged(row) }
    switch row.back {
    case .brake where row.doubt == .released, .none:
      return Outcome(state: .transferred, events: [.stateChanged], action: Action.none)
    case .observe: return Outcome(state: row.state, hold: .observe, isDoubted: true)
    case .brake, .freeze: return Outcome(state: row.state, hold: .brake, isDoubted: true)
    }
  }
}
