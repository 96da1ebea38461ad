import Testing

@testable internal import CredentialCore

/// What a random history is checked by, kept apart from the rules under test.
private struct Witness {
  /// One negative answer, and the first success of another user that was sent after it.
  struct Negative {
    let at: Moment
    var control: Moment?
  }

  var dead: [Epoch: [Negative]] = [:]
  var confirmed: Set<Epoch> = []

  mutating func note(_ answer: Answer, _ epoch: Epoch, _ now: Moment) {
    switch answer {
    case .authorized:
      confirmed.insert(epoch)
      dead[epoch] = []
    case .dead: dead[epoch, default: []].append(Negative(at: now))
    default: break
    }
  }

  mutating func noteControl(_ epoch: Epoch, _ now: Moment) {
    for index in (dead[epoch] ?? []).indices where dead[epoch]?[index].control == nil {
      dead[epoch]?[index].control = now
    }
  }

  /// Whether the grant was once alive and since then dead in the order that a verdict needs.
  func proves(_ epoch: Epoch, policy: ProviderPolicy, withWitnesses: Bool) -> Bool {
    let negatives = dead[epoch] ?? []
    guard confirmed.contains(epoch) else { return false }
    guard withWitnesses else {
      guard let first = negatives.first, let last = negatives.last else { return false }
      return negatives.count >= 3 && last.at - first.at >= policy.evidenceDay * 2
    }
    return negatives.contains { first in
      negatives.contains { second in
        guard let control = first.control, second.control != nil else { return false }
        return second.at >= first.at + policy.confirmAfter && control <= second.at
      }
    }
  }
}

@Suite("Decision: random histories")
struct DecisionPropertyTests {
  private static let answers: [Answer] =
    Answer.lessons + [
      .authorized, .authorized, .dead(.tokenDead), .dead(.tokenDead), .dead(.tokenDead),
      .dead(.tokenDead), .transferred,
    ]

  @Test("Nothing but lessons, in any order and number, never changes a state", arguments: 0..<20)
  func lessons(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var story = Story(
      Sample.credential(grants: [Sample.grant(1), Sample.grant(2, .unproven)]))
    var after: Duration = .zero
    for _ in 0..<1000 {
      after += .seconds(Int64.random(in: 0...200_000, using: &generator))
      let answer = Answer.lessons.randomElement(using: &generator) ?? .isolated
      story.hear(answer, epoch: Int64.random(in: 1...3, using: &generator), after: after)
    }
    #expect(story.credential.state == .authorized)
    #expect(story.credential.grants.count == 2)
    #expect(story.published.isEmpty)
  }

  @Test("Random answers, sign-ins and policies keep every rule")
  func rules() {
    for others in [2, 3] {
      let published = (0..<40).flatMap { history(seed: $0, others: others) }
      #expect(published.filter { $0.action == .logOut }.count >= 40)
      #expect(published.filter { $0.newState == .authorized }.count >= 40)
    }
  }

  private func history(seed: UInt64, others: Int) -> [EventDraft] {
    var generator = SeededGenerator(seed: seed)
    var (witness, epochs, after) = (Witness(), Int64(1), Duration.zero)
    var story = Story(
      Sample.credential(.unknown, .registered, grants: [Sample.grant(1, .unproven)]))
    let own = ClientStanding(members: others + 1)
    story.book = ClientBook([Sample.web: own, Sample.phone: own])
    story.othersAreWell = false
    for _ in 0..<1000 {
      after += .seconds(Int64.random(in: 0...90_000, using: &generator))
      let now = Sample.start + after
      if Int.random(in: 0..<60, using: &generator) == 0 {
        epochs += 1
        register(Epoch(epochs), in: &story, now, Bool.random(using: &generator))
      }
      if Int.random(in: 0..<100, using: &generator) == 0 {
        story.policy.mode = story.policy.mode == .observe ? .enforce : .observe
      }
      brakeOrRelease(&story, after, &generator)
      let answer = Self.answers.randomElement(using: &generator) ?? .isolated
      let epoch = Epoch(Int64.random(in: max(1, epochs - 1)...epochs, using: &generator))
      let before = story.credential
      if before.grants.contains(where: { $0.epoch == epoch }) { witness.note(answer, epoch, now) }
      story.hear(answer, epoch: epoch.number, after: after)
      check(before, story, epoch, witness, now)
      guard Int.random(in: 0..<3, using: &generator) > 0 else { continue }
      after += .milliseconds(1)
      let unheard = story.credential
      witness.noteControl(epoch, Sample.start + after)
      if story.hearOfOther(epoch: epoch.number, after: after) != nil {
        check(unheard, story, epoch, witness, Sample.start + after)
      }
    }
    return story.published
  }

  /// Now and then a brake goes on or off by itself, or an administrator releases what it keeps back.
  private func brakeOrRelease(
    _ story: inout Story, _ after: Duration, _ generator: inout SeededGenerator
  ) {
    let client = Bool.random(using: &generator) ? Sample.web : Sample.phone
    switch Int.random(in: 0..<120, using: &generator) {
    case 0:
      story.book.change(client) {
        $0.brake = Brake(
          since: Sample.start + after, limit: .dayCount, count: 50, opened: 1000)
      }
    case 1: story.book.releaseBrakes(at: Sample.start + after)
    case 2: story.release(after: after)
    default: break
    }
  }

  private func register(_ epoch: Epoch, in story: inout Story, _ now: Moment, _ web: Bool) {
    let state = story.credential.state
    let confirmed = story.credential.grants.filter { $0.confirmed != nil }
    story.credential = Registration(
      id: Sample.id, client: web ? Sample.web : Sample.phone, token: Secret([]), account: nil,
      labels: nil
    ).applied(to: story.credential, epoch: epoch, now: now)
    #expect(story.credential.state == state)
    #expect(confirmed.allSatisfy(story.credential.grants.contains))
  }

  private func check(
    _ before: Credential, _ story: Story, _ epoch: Epoch, _ witness: Witness, _ now: Moment
  ) {
    let (after, decision) = (story.credential, story.last)
    if !before.grants.contains(where: { $0.epoch == epoch }) {
      #expect(decision.credential == before && decision.events.isEmpty)
    }
    if after.state != before.state {
      #expect(decision.events.map(\.kind) == [.stateChanged])
      #expect(decision.events.map(\.newState) == [after.state])
      if after.state != .authorized { #expect(story.policy.mode == .enforce) }
      if after.state == .authorized { #expect(decision.events.first?.undoes == before.stateEvent) }
    }
    if after.state == .revoked, before.state != .revoked {
      let grant = before.grants.first { $0.epoch == epoch }
      let witnesses = grant.map { story.book[$0.client].hasWitnesses(for: $0) } ?? false
      #expect(witness.proves(epoch, policy: story.policy, withWitnesses: witnesses))
      #expect(!after.grants.contains { $0.status == .unproven })
      if let grant, let brake = story.book[grant.client].brake, brake.since < now {
        let released = grant.suspicion?.hold?.released
        #expect(released.map { $0 >= brake.since } ?? false, "turned though it is kept back")
      }
    }
    for event in decision.events where event.action >= .logOut {
      #expect(event.newState == .revoked && before.state != .revoked)
    }
    if case .at(let moment) = decision.nextLook { #expect(moment >= now) }
    if decision.nextLook == .never { #expect(after.grants.isEmpty) }
    #expect(after.grants.count <= 4)
  }
}
