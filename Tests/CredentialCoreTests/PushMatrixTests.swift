import CredentialCore
import Testing

@Suite("Decision: every push in every situation")
struct PushMatrixTests {
  /// When the user signed in, verified, beside what the push tells of.
  enum SignIn: CaseIterable { case never, longBefore, aboutThen, longAfter }

  /// What keeps verdicts back, if anything does.
  enum Restraint: CaseIterable { case none, observe, pause, baseline, brake }

  /// One situation.
  struct Row {
    let news: PushNews
    let state: CredentialState
    let reason: Reason
    let signIn: SignIn
    let restraint: Restraint
    /// Whether a newer push was applied before.
    let isOvertaken: Bool
  }

  /// What follows of it.
  struct Outcome: Equatable {
    var rule: Rule
    var state: CredentialState
    var reason: Reason
    var event: EventKind?
    var action: Action?
    var held: Hold.Cause?
    var asksForLook = false
  }

  private static let states: [(CredentialState, Reason)] = [
    (.unknown, .registered), (.authorized, .confirmed), (.transferred, .teamTransfer),
    (.revoked, .tokenDead), (.revoked, .notLinked), (.revoked, .accountDisabled),
    (.revoked, .consentWithdrawn), (.notFound, .accountDeleted),
  ]

  private var rows: [Row] {
    var rows: [Row] = []
    for news in Sample.allNews {
      for (state, reason) in Self.states {
        for signIn in SignIn.allCases {
          for restraint in Restraint.allCases {
            rows += [true, false].map {
              Row(
                news: news, state: state, reason: reason, signIn: signIn, restraint: restraint,
                isOvertaken: $0)
            }
          }
        }
      }
    }
    return rows
  }

  @Test("Each leads to what the rules say, and to nothing else")
  func matrix() {
    #expect(rows.count == 10 * 8 * 4 * 5 * 2)
    for row in rows {
      let story = played(row)
      #expect(outcome(story) == expected(row), "\(row)")
      let isNews = story.published.contains { $0.kind == .stateChanged }
      #expect(isNews == (story.credential.state != row.state), "\(row)")
      #expect(story.published.count <= 1)
    }
  }

  private func played(_ row: Row) -> Story {
    var story = Story(
      Sample.credential(row.state, row.reason, grants: [Sample.grant(1)]),
      policy: Sample.policy(.revoke, row.restraint == .observe ? .observe : .enforce))
    switch row.signIn {
    case .never: break
    case .longBefore: story.credential.signedIn = Sample.start - Sample.day
    case .aboutThen: story.credential.signedIn = Sample.start + .seconds(60)
    case .longAfter: story.credential.signedIn = Sample.start + Sample.day
    }
    switch row.restraint {
    case .none, .observe: break
    case .pause: story.restraints.everywhere = Sample.pause
    case .baseline:
      story.policy.hasBaseline = true
      story.restraints.begin(Sample.provider, now: Sample.start)
    case .brake: story.book.pushes.brake = PushBrake(since: Sample.start, limit: 50)
    }
    if row.isOvertaken { story.credential.lastPush = Sample.start }
    story.push(row.news, after: .zero)
    return story
  }

  private func outcome(_ story: Story) -> Outcome {
    Outcome(
      rule: story.last.because?.rule ?? .confirmed, state: story.credential.state,
      reason: story.credential.reason, event: story.published.first?.kind,
      action: story.published.first?.action, held: story.credential.heldPush?.hold.cause,
      asksForLook: story.last.asksForLook)
  }

  private func expected(_ row: Row) -> Outcome {
    switch row.news {
    case .askForLook, .gone: same(row, .pushAsksForLook, look: true)
    case .restored:
      row.isOvertaken ? same(row, .pushOlder) : same(row, .pushRestored, look: true)
    case .signal(let signal): told(row, signal)
    case .conclusive(let verdict): concluded(row, verdict)
    }
  }

  private func same(_ row: Row, _ rule: Rule, look: Bool = false) -> Outcome {
    Outcome(rule: rule, state: row.state, reason: row.reason, asksForLook: look)
  }

  private func told(_ row: Row, _ signal: PushSignal) -> Outcome {
    var outcome = same(row, .signalPublished)
    (outcome.event, outcome.action) = (signal.kind, signal.action)
    switch signal {
    case .emailDisabled, .emailEnabled: return outcome
    case .reauthNeeded, .sessionEnd:
      if row.signIn == .aboutThen || row.signIn == .longAfter {
        return same(row, .pushBeforeSignIn)
      }
      let isFree =
        row.restraint == .none || (row.restraint == .brake && signal == .reauthNeeded)
      return isFree ? outcome : same(row, .signalWithheld)
    }
  }

  private func concluded(_ row: Row, _ verdict: PushVerdict) -> Outcome {
    if row.isOvertaken { return same(row, .pushOlder) }
    if row.signIn == .longAfter { return same(row, .pushBeforeSignIn) }
    if row.signIn == .aboutThen { return same(row, .pushNearSignIn, look: true) }
    switch (row.state, row.reason, verdict) {
    case (.notFound, _, _), (_, .consentWithdrawn, .consentWithdrawn),
      (_, .consentWithdrawn, .accountDisabled), (_, .accountDisabled, .accountDisabled):
      return same(row, .pushKnown)
    case (.revoked, _, .consentWithdrawn), (.revoked, _, .accountDisabled):
      return Outcome(rule: .reasonLearnt, state: .revoked, reason: verdict.reason)
    default: break
    }
    var outcome = same(row, .pushTurned)
    switch row.restraint {
    case .observe: (outcome.rule, outcome.held) = (.heldByObserve, .observe)
    case .pause: (outcome.rule, outcome.held) = (.heldByPause, .pause)
    case .baseline: (outcome.rule, outcome.held) = (.heldByBaseline, .baseline)
    case .brake: (outcome.rule, outcome.held) = (.heldByPushBrake, .brake)
    case .none:
      let isDeleted = verdict == .accountDeleted
      (outcome.state, outcome.reason) = (isDeleted ? .notFound : .revoked, verdict.reason)
      (outcome.event, outcome.action) = (.stateChanged, isDeleted ? .eraseAllowed : .logOut)
    }
    return outcome
  }
}
