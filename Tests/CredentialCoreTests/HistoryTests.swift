internal import CredentialCore
import Testing

@Suite("What is kept of a credential's history")
struct HistoryTests {
  private func entry(
    _ story: inout Story, _ answer: Answer, after: Duration, epoch: Int64 = 1
  ) -> HistoryEntry? {
    let before = story.credential
    let decision = story.hear(answer, epoch: epoch, after: after)
    let look = Look(
      credential: Sample.id, client: Sample.web, epoch: Epoch(epoch), token: Secret([]),
      purpose: .scheduled, claimed: Sample.start + after)
    return HistoryEntry(
      LookResult(
        look: look, answer: answer, mayHaveBeenSent: true, answered: Sample.start + after,
        evidence: Evidence("400 \(answer.word)")), decision, before: before)
  }

  private func story(_ status: Grant.Status = .live) -> Story {
    var story = Story(
      Sample.credential(status == .live ? .authorized : .unknown, grants: [Sample.grant(1, status)])
    )
    story.othersAreWell = false
    return story
  }

  @Test("A healthy user who is confirmed for years adds nothing")
  func healthy() {
    var story = story()
    story.credential.lastAnswer = Answer.authorized.word
    for day in 0..<1000 {
      #expect(entry(&story, .authorized, after: Sample.day * day) == nil)
    }
  }

  @Test("A first confirmation is told by its event; one after trouble is news")
  func confirmations() {
    var new = story(.unproven)
    #expect(entry(&new, .authorized, after: .zero) == nil)
    #expect(
      entry(&new, .transient(retryAfter: nil), after: .seconds(1))?.ground?.rule == .nothingLearnt)
    #expect(entry(&new, .authorized, after: .seconds(2))?.ground?.rule == .confirmed)
    #expect(entry(&new, .authorized, after: .seconds(3)) == nil)
  }

  @Test("The same once more counts in the entry that is there; another answer or rule is news")
  func absorbs() throws {
    var story = story()
    let first = try #require(entry(&story, .transient(retryAfter: nil), after: .zero))
    let second = try #require(entry(&story, .transient(retryAfter: nil), after: .seconds(60)))
    let both = try #require(first.absorbing(second))
    #expect(both.looks == 2 && both.at == Sample.start && both.last == second.at)
    let other = try #require(entry(&story, .misconfigured, after: .seconds(120)))
    #expect(both.absorbing(other) == nil)
    let suspected = try #require(entry(&story, .dead(.tokenDead), after: .seconds(180)))
    #expect(suspected.absorbing(suspected) == nil)
    #expect(second.absorbing(first) == nil, "a clock that went back")
  }

  @Test("A verdict kept back for a month is one entry, witnesses and all")
  func heldForLong() throws {
    var story = story()
    story.policy.mode = .observe
    story.hear(.dead(.tokenDead), after: .zero)
    story.hearOfOther(after: .seconds(1))
    var kept: [HistoryEntry] = []
    for day in 1...30 {
      let news = try #require(entry(&story, .dead(.tokenDead), after: Sample.day * day))
      if let whole = kept.last?.absorbing(news) {
        kept[kept.count - 1] = whole
      } else {
        kept.append(news)
      }
      let after = Sample.day * day + .seconds(1)
      guard let heard = story.hearOfOther(after: after) else { continue }
      let witness = HistoryEntry(Sample.control(at: Sample.start + after), for: Epoch(1), heard)
      if let whole = kept.last?.absorbing(witness) {
        kept[kept.count - 1] = whole
      } else {
        kept.append(witness)
      }
    }
    #expect(kept.map(\.kind) == [.look, .witness, .look])
    #expect(kept.map { $0.ground?.rule } == [.counted, .heldByObserve, .heldByObserve])
    #expect(kept.last?.looks == 29)
  }

  @Test("Too much goes: what comes again and again first, never the newest", arguments: 0..<200)
  func bounds(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var kept: [(number: Int, isRoutine: Bool)] = []
    let share = Int.random(in: 0...10, using: &generator)
    for number in 0..<100 {
      kept.append((number, Int.random(in: 0..<10, using: &generator) < share))
      let gone = HistoryBounds.surplus(isRoutine: kept.map(\.isRoutine))
      let lost = gone.map { kept[$0] }
      for index in gone.reversed() { kept.remove(at: index) }
      #expect(kept.count <= HistoryBounds.entries && kept.last?.number == number)
      #expect(kept.count { $0.isRoutine } <= HistoryBounds.routine)
      // Something else goes only when nothing routine is left but the newest.
      if lost.contains(where: { !$0.isRoutine }) {
        #expect(!kept.dropLast().contains { $0.isRoutine })
      }
      #expect(gone == gone.sorted() && gone.count <= 1)
    }
  }
}
