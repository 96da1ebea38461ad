internal import CredentialCore

/// Many users of one client, looked at once a day each, as a store would do it.
struct Town {
  private(set) var people: [Credential]
  private(set) var book = ClientBook()
  private(set) var published: [EventDraft] = []
  private(set) var held = 0
  private var awaiting: Set<Int> = []
  private(set) var now = Sample.start
  var policy: ProviderPolicy

  init(_ count: Int, policy: ProviderPolicy = Sample.policy()) {
    self.policy = policy
    people = (0..<count).map { number in
      let id = CredentialID(
        provider: Sample.provider, subject: Subject(validBytes: Array("\(number)".utf8)))
      var credential = Credential(id: id, account: nil, labels: [], since: Sample.start)
      (credential.state, credential.reason) = (.authorized, .confirmed)
      credential.grants = [Sample.grant(1)]
      return credential
    }
    for person in people { book.count(person, before: nil) }
  }

  private var decider: Decider { Decider(policies: [Sample.provider: policy], hooks: []) }

  /// The brake of the client.
  var brake: Brake? { book[Sample.web].brake }

  /// How many users are in a state.
  func count(_ state: CredentialState) -> Int { people.count { $0.state == state } }

  /// Looks at everybody once, evenly over a day; `answer` says what the provider answers about whom.
  mutating func day(_ answer: (Int, Moment) -> Answer) {
    let pause = Sample.day.wholeMilliseconds / Int64(people.count)
    for number in people.indices {
      now = now + .milliseconds(pause)
      look(at: number, answer(number, now))
    }
  }

  /// Looks at one user, by a request that was sent so long ago.
  mutating func look(at number: Int, _ answer: Answer, sentBefore flight: Duration = .zero) {
    guard !people[number].grants.isEmpty else { return }
    let look = Look(
      credential: people[number].id, client: Sample.web, epoch: Epoch(1), token: Secret([]),
      purpose: .scheduled, claimed: now - flight)
    let result = LookResult(
      look: look, answer: answer, mayHaveBeenSent: true, answered: now,
      evidence: Evidence("400 \(answer.word)"))
    keep(
      decider.decide(Observation(result), on: people[number], among: &book, now: now), number)
    guard let control = Control(result) else { return }
    for other in awaiting.sorted() {
      let heard = decider.hear(control, for: people[other], Epoch(1), among: &book, now: now)
      if let heard { keep(heard, other) }
    }
  }

  /// Has a user sign in anew, now: the token is not known to work yet, and the old one is kept.
  mutating func signIn(_ number: Int) {
    let before = people[number]
    people[number].grants.append(Grant(client: Sample.web, epoch: Epoch(2), given: now))
    book.count(people[number], before: before)
  }

  /// Removes a user's record, not the person.
  mutating func forget(_ number: Int) {
    book.count(nil, before: people[number])
    people[number].grants = []
    awaiting.remove(number)
  }

  /// Takes the brake off, as by itself.
  mutating func takeBrakeOff() { book.releaseBrakes(at: now) }

  /// Has what is kept back judged, as an administrator does.
  mutating func release() {
    takeBrakeOff()
    for number in people.indices {
      let ready = decider.askAgain(
        people[number], by: Set(Hold.Cause.allCases), isRelease: true, among: book, now: now)
      book.count(ready, before: people[number])
      people[number] = ready
    }
  }

  private mutating func keep(_ decision: Decision, _ number: Int) {
    book.count(decision.credential, before: people[number])
    people[number] = decision.credential
    published += decision.events
    held += decision.notices.count { $0.kind == .verdictWithheld }
    if decision.credential.grants.first?.awaitsControl ?? false {
      awaiting.insert(number)
    } else {
      awaiting.remove(number)
    }
  }
}
