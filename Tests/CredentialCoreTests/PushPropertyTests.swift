import CredentialCore
import Testing

@Suite("Decision: random histories with pushes")
struct PushPropertyTests {
  private static let answers: [Answer] =
    Answer.lessons + [.authorized, .authorized, .dead(.tokenDead), .dead(.tokenDead), .isolated]

  /// What a history is checked by, kept apart from the rules under test.
  private struct Witness {
    var signedIn: Moment?
    /// The newest time that a push told of the state at, when it was not refused for being near a
    /// sign-in.
    var newest: Moment?

    /// Whether a push about `moment` is late: what came after it is newer.
    func isLate(_ moment: Moment, _ grants: [Grant]) -> Bool {
      let near = moment - .seconds(300)
      return grants.contains { ($0.given ?? .distantPast) > near }
        || (signedIn ?? .distantPast) >= near
        || (newest ?? .distantPast) >= moment
    }
  }

  @Test(
    "No late push touches a newer sign-in, and nothing turns what is kept back", arguments: 0..<60)
  func history(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var (story, witness, epoch) = (fresh(), Witness(), Int64(1))
    var after: Duration = .zero
    for _ in 0..<400 {
      after += .seconds(Int64.random(in: 1...20_000, using: &generator))
      let now = Sample.start + after
      let before = story
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: story.policy.mode = story.policy.mode == .observe ? .enforce : .observe
      case 1: story.restraints.everywhere = story.restraints.everywhere == nil ? Sample.pause : nil
      case 2:
        epoch += 1
        story.credential = registered(story.credential, Epoch(epoch), now)
      case 3:
        story.credential.signedIn = now
        witness.signedIn = now
      case 4:
        story.judgeHeldPush(isCounted: Bool.random(using: &generator), after: after)
        checkRelease(before, story)
      case 5...7:
        let answer = Self.answers.randomElement(using: &generator) ?? .isolated
        let state = story.credential.state
        story.hear(answer, epoch: epoch, after: after)
        if answer.strength == .none { #expect(story.credential.state == state, "\(seed)") }
      default:
        let late = Duration.seconds(Int64.random(in: 0...40_000, using: &generator))
        let news = Sample.allNews.randomElement(using: &generator) ?? .askForLook
        story.push(news, at: after - late, after: after)
        check(before, story, news, now - late, witness)
        if let last = story.credential.lastPush { witness.newest = last }
      }
      if story.credential.grants.isEmpty, Bool.random(using: &generator) {
        (story, witness) = (fresh(), Witness())
      }
    }
  }

  private func fresh() -> Story { Story(Sample.credential(grants: [Sample.grant(1)])) }

  private func registered(_ credential: Credential, _ epoch: Epoch, _ now: Moment) -> Credential {
    let registration = Registration(
      id: Sample.id, client: Sample.web, token: Secret([]), account: nil, labels: nil)
    return registration.applied(to: credential, epoch: epoch, now: now)
  }

  private func check(
    _ before: Story, _ after: Story, _ news: PushNews, _ at: Moment, _ witness: Witness
  ) {
    let (old, new) = (before.credential, after.credential)
    let isRestrained =
      before.policy.mode == .observe || before.restraints.everywhere != nil
    let events = after.last.events
    #expect(events.count <= 1)
    if new.state != old.state {
      #expect(!witness.isLate(at, old.grants) && !isRestrained)
      #expect(events.map(\.kind) == [.stateChanged] && events.map(\.newState) == [new.state])
      #expect(new.grants.allSatisfy { $0.status == .dead } && new.heldPush == nil)
      #expect((events.first?.action == .eraseAllowed) == (new.state == .notFound))
    } else {
      #expect(new.grants == old.grants)
      #expect(events.allSatisfy { $0.kind != .stateChanged })
    }
    if new.heldPush != old.heldPush, new.heldPush != nil {
      #expect(!witness.isLate(at, old.grants))
      #expect(isRestrained || after.book.pushes.brake != nil)
    }
    if case .conclusive = news { return }
    #expect(new.state == old.state && new.reason == old.reason)
    for event in events where event.action > .none {
      #expect(!isRestrained && old.grants.allSatisfy { $0.given ?? .distantPast < at })
    }
  }

  private func checkRelease(_ before: Story, _ after: Story) {
    guard after.credential.state != before.credential.state else { return }
    #expect(before.credential.heldPush != nil && before.policy.mode == .enforce)
    #expect(before.restraints.everywhere == nil && after.credential.heldPush == nil)
    let held = before.credential.heldPush?.at ?? .distantPast
    #expect((before.credential.signedIn ?? .distantPast) <= held - .seconds(300))
    #expect(before.credential.grants.allSatisfy { ($0.confirmed ?? .distantPast) <= held })
  }
}
