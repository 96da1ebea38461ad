internal import CredentialCore
import Testing

@Suite("An explanation")
struct ExplanationTests {
  private let policy = Sample.policy()
  private let web = Sample.web
  private static let hour: Duration = .seconds(3600)

  private func explain(
    _ credential: Credential, members: Int = 10, now: Moment = Sample.start,
    policy: ProviderPolicy? = Sample.policy(), brake: Brake? = nil,
    restraints: Restraints = Restraints(),
    _ change: (inout CredentialHistory) -> Void = { _ in }
  ) -> Explanation {
    var history = CredentialHistory(credential)
    history.nextLook = Sample.start + Self.hour
    change(&history)
    let book = ClientBook([Sample.web: ClientStanding(members: members, brake: brake)])
    return Explanation(
      history, policy: policy, among: book, restraints: restraints, conditions: [], now: now)
  }

  private func texts(_ explanation: Explanation, _ name: String) -> [String] {
    guard case .list(let values)? = explanation.facts[name] else { return [] }
    return values.compactMap { if case .text(let text) = $0 { text } else { nil } }
  }

  private func suspected(_ proofs: [Proof], hold: Hold? = nil) -> Credential {
    var grant = Sample.grant(1)
    var suspicion = Suspicion(
      state: .revoked, reason: .tokenDead, opened: Sample.start,
      confirmableFrom: Sample.start + Self.hour * 20, evidence: Evidence("400"))
    (suspicion.proofs, suspicion.hold) = (proofs, hold)
    grant.suspicion = suspicion
    return Sample.credential(grants: [grant])
  }

  @Test("What an administrator took back is not told as the answer to a look")
  func reverted() {
    var body = EventDraft(
      kind: .stateChanged, credential: Sample.id, account: nil, labels: [], oldState: .revoked,
      newState: .authorized, reason: .reverted, action: .none, at: Sample.start,
      evidence: Evidence("taken back: a wrong table"))
    body.undoes = 7
    let event = Event(generation: "g", sequence: 8, body: body)
    let told = explain(Sample.credential(grants: [Sample.grant(1)])) { $0.events = [event] }
    #expect(
      told.rows.map { $0["words"] } == [
        .text(
          "Event 8: the state went from revoked to authorized (reverted); action none. An "
            + "administrator: taken back: a wrong table. It takes event 7 back.")
      ])
  }

  @Test("The next look is told with its purpose; one without budget waits for it")
  func nextLook() {
    let due = explain(Sample.credential(grants: [Sample.grant(1)]))
    #expect(due.facts["next_look"] == .time(Sample.start + Self.hour))
    #expect(due.facts["next_purpose"] == .text("scheduled"))
    #expect(
      texts(due, "next") == [
        "The next look (scheduled, token of org.example.web) is due 2023-11-14 23:13:20Z."
      ])
    let spent = explain(suspected([Proof(answered: Sample.start)])) { history in
      history.budget = LookBudget(scheduled: Sample.start, extra: Sample.start + .seconds(60))
      history.nextLook = Sample.start + Self.hour * 20
    }
    #expect(spent.facts["next_look"] == .time(Sample.start + Sample.day))
    #expect(spent.facts["next_purpose"] == .text("confirmation"))
    #expect(spent.facts["budget_until"] == .time(Sample.start + Sample.day))
    #expect(texts(spent, "next").first?.hasSuffix("The budget is spent until then.") ?? false)
  }

  @Test("A look asked for is manual, one on its way is awaited, one without a token never comes")
  func otherLooks() {
    let one = Sample.credential(grants: [Sample.grant(1)])
    let asked = explain(one) { $0.isRequested = true }
    #expect(asked.facts["next_purpose"] == .text("manual"))
    let sent = explain(one) { $0.inFlight = (.scheduled, Sample.start) }
    #expect(texts(sent, "next").first?.contains("its answer is awaited") ?? false)
    #expect(sent.facts["next_look"] == nil && sent.facts["look_since"] == .time(Sample.start))
    let bare = explain(Sample.credential(.unknown, grants: [])) { $0.nextLook = nil }
    #expect(texts(bare, "next").first?.hasPrefix("No look is planned") ?? false)
    let foreign = explain(one, policy: nil)
    #expect(texts(foreign, "next").first?.contains("not in the configuration") ?? false)
  }

  @Test("What is missing is told step by step, and only that")
  func needed() {
    let first = explain(suspected([Proof(answered: Sample.start)]))
    #expect(
      texts(first, "needed") == [
        "To be logged out: another user of org.example.web is confirmed by a look sent after "
          + "2023-11-14 22:13:20Z and before 2023-11-15 22:13:20Z.",
        "Then: a look from 2023-11-15 18:13:20Z on agrees, and another user is confirmed after it. "
          + "A success drops it all.",
      ])
    let witnessed = Proof(answered: Sample.start, control: Sample.start + .seconds(1))
    let second = explain(suspected([witnessed]))
    #expect(texts(second, "needed").count == 1)
    #expect(texts(second, "needed").first?.hasPrefix("To be logged out: a look from") ?? false)
    let both = explain(suspected([witnessed, Proof(answered: Sample.start + Self.hour * 20)]))
    #expect(texts(both, "needed").count == 1)
    #expect(texts(both, "needed").first?.contains("another user of") ?? false)
    let alone = explain(suspected([witnessed]), members: 3)
    #expect(texts(alone, "needed").first?.contains("three negative answers") ?? false)
  }

  @Test("A verdict kept back names the brake and what ends it; another live token comes first")
  func held() {
    let brake = Brake(since: Sample.start, limit: .dayCount, count: 9, opened: 9)
    let held = explain(suspected([], hold: Hold(.brake, since: Sample.start)), brake: brake)
    #expect(texts(held, "needed").count == 2)
    #expect(texts(held, "needed").last?.contains("too many in a day") ?? false)
    #expect(texts(held, "needed").last?.contains("credstatectl release apple") ?? false)
    var two = suspected([])
    two.grants.append(Sample.grant(2, client: Sample.phone))
    let spokenFor = texts(explain(two), "needed")
    #expect(
      spokenFor.first
        == "Token of org.example.web: While another token is alive, only this one can be lost, and "
        + "the state stays.")
  }

  @Test("A pause is told with who and why before anything is held, a baseline with what ends it")
  func restrained() {
    let one = Sample.credential(grants: [Sample.grant(1)])
    let pause = Pause(since: Sample.start, by: Caller(uid: 7), reason: "moving")
    let paused = explain(one, restraints: Restraints(everywhere: pause))
    #expect(
      texts(paused, "needed").last
        == "Verdicts are paused since 2023-11-14 22:13:20Z (uid 7: moving): what is proven is kept "
        + "back until credstatectl resume.")
    var policy = Sample.policy()
    policy.hasBaseline = true
    let baselines = [Sample.provider: Baseline(since: Sample.start)]
    let first = explain(one, policy: policy, restraints: Restraints(baselines: baselines))
    #expect(texts(first, "needed").last?.contains("credstatectl baseline accept") ?? false)
    let over = explain(one, restraints: Restraints(baselines: baselines))
    #expect(texts(over, "needed").count == 1)
  }

  @Test(
    "Once what kept a verdict back is over, it is told so, and what turns it",
    arguments: [Hold.Cause.brake, .pause, .baseline])
  func noLongerHeld(cause: Hold.Cause) {
    let held = explain(suspected([], hold: Hold(cause, since: Sample.start)))
    #expect(
      texts(held, "needed") == [
        "What kept it back since 2023-11-14 22:13:20Z (\(cause.rawValue)) is over: a fresh look that "
          + "agrees, and its witness, turn it."
      ])
  }

  @Test("Every state has its sentence", arguments: CredentialState.allCases, [true, false])
  func states(state: CredentialState, hasToken: Bool) {
    let grants = hasToken ? [Sample.grant(1, state == .revoked ? .dead : .live)] : []
    for reason in Reason.allCases {
      let told = explain(Sample.credential(state, reason, grants: grants))
      #expect(!texts(told, "needed").isEmpty && !texts(told, "next").isEmpty)
    }
  }

  @Test("What happened is in order: of one moment the look before its witness, event and hook")
  func order() {
    let event = Event(
      generation: "g", sequence: 7,
      body: EventDraft(
        kind: .stateChanged, credential: Sample.id, account: nil, labels: [], oldState: .authorized,
        newState: .revoked, reason: .tokenDead, action: .logOut, at: Sample.start,
        evidence: Evidence("400")))
    let told = explain(Sample.credential(.revoked, .tokenDead, grants: [])) { history in
      history.entries = [
        HistoryEntry(.look, at: Sample.start), HistoryEntry(.witness, at: Sample.start),
        HistoryEntry(.signIn, at: Sample.start - Self.hour),
      ]
      history.events = [event]
      history.deliveries = [
        DeliveryStory(
          id: Delivery.ID(sequence: 7, hook: HookName("h")), status: .pending, attempts: 2,
          firstAttempt: Sample.start, due: Sample.start + Self.hour, previous: .failed,
          detail: "exit status 3; stderr: user 17's session 0xdead")
      ]
    }
    #expect(
      told.rows.map { $0["kind"] }
        == ["sign_in", "look", "witness", "event", "delivery"].map { Value.text($0) })
    #expect(
      told.rows.last?["words"]
        == .text(
          "Hook h, event 7: started 2 times, the last attempt ended with exit status 3; the next "
            + "attempt is due 2023-11-14 23:13:20Z."))
    #expect(!Value.fields(told.rows[4]).json.contains("session"), "what a hook printed is not told")
    #expect(texts(told, "next").last == "The hook h is due 2023-11-14 23:13:20Z.")
  }

  @Test("What an administrator did is told with who, by what verb, and why")
  func administrator() {
    let entry = AuditEntry(
      .releaseAsIs, by: Caller(uid: 7), provider: Sample.provider, reason: "seen by hand",
      at: Sample.start)
    let told = explain(Sample.credential(grants: [Sample.grant(1)])) { history in
      history.entries = [HoldStep.Order.lookAgain, .turn, .drop].map { order in
        HistoryEntry(
          HoldStep(order, causes: [.brake], entry: entry),
          Decision(unchanged: history.credential), at: Sample.start)
      }
    }
    #expect(
      told.rows.map { $0["words"] } == [
        .text(
          "Released by an administrator (release_as_is, uid 7: seen by hand): a look made from now "
            + "on decides."),
        .text(
          "Released by an administrator (release_as_is, uid 7: seen by hand): it turned as it "
            + "stood, without a look."),
        .text(
          "The verdict kept back was dropped by an administrator (release_as_is, uid 7: seen by "
            + "hand); the state stays."),
      ])
    #expect(told.rows.first?["verb"] == .text("release_as_is"))
    #expect(told.rows.first?["answer"] == nil)
  }

  @Test("A push that is kept back anew was not released")
  func heldAnew() {
    let entry = AuditEntry(
      .resume, by: Caller(uid: 7), provider: Sample.provider, reason: "seen by hand",
      at: Sample.start)
    let told = explain(Sample.credential(grants: [Sample.grant(1)])) { history in
      var decision = Decision(unchanged: history.credential)
      decision.because = Ground(.heldByPushBrake, since: Sample.start, detail: "50")
      history.entries = [
        HistoryEntry(
          HoldStep(.lookAgain, ending: .pause, causes: [.pause], entry: entry), decision,
          at: Sample.start)
      ]
    }
    #expect(
      told.rows.map { $0["words"] } == [
        .text(
          "What was kept back was judged anew for an administrator (resume, uid 7: seen by hand). "
            + "Kept back: the brake of pushes is on since 2023-11-14 22:13:20Z, as more than 50 in "
            + "an hour would end sessions.")
      ])
  }

  @Test("A hook that waits for an event that was undone is told as such")
  func undone() {
    let told = explain(Sample.credential(grants: [Sample.grant(1)])) { history in
      history.events = [
        Event(
          generation: "g", sequence: 7,
          body: EventDraft(
            kind: .stateChanged, credential: Sample.id, account: nil, labels: [],
            oldState: .authorized, newState: .revoked, reason: .tokenDead, action: .logOut,
            at: Sample.start, evidence: Evidence("400")))
      ]
      history.deliveries = [
        DeliveryStory(
          id: Delivery.ID(sequence: 7, hook: HookName("h")), status: .pending, attempts: 0,
          firstAttempt: nil, due: Sample.start, previous: nil, detail: "")
      ]
    }
    #expect(
      told.rows.last?["words"]
        == .text(
          "Hook h, event 7: never started; not run any more, as a later event has undone this one.")
    )
    #expect(texts(told, "next").count == 1)
  }
}
