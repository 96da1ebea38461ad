internal import CredentialCore

/// The users of one client as the provider knows them, and what befalls them.
///
/// Pure: it reads no clock and draws every chance from its seed.
struct SimulatedWorld: Sendable {
  /// One user's newest token.
  private struct User {
    var epoch: Int64 = 0
    var issued = Moment.distantPast
    var died: Moment?
    /// Whether the tokens before it are dead.
    var areOldDead = false
  }

  static let provider = ProviderName(validText: "simulated")
  static let client = ClientID(validBytes: Array("com.example.app".utf8))
  static let wrongClient = ClientID(validBytes: Array("com.example.wrong".utf8))

  let timeline: Timeline
  private let seed: UInt64
  private let enrolmentPause: Double
  private var fault: any Fault
  private var users: [User]
  private let canaries: Range<Int>
  private var enrolled = 0
  private var events: ArraySlice<WorldEvent>
  private var numbers: SeededNumbers

  init(_ plan: SimulationPlan) {
    var numbers = SeededNumbers(seed: plan.seed)
    let bare = Timeline(plan, slower: .zero)
    let scene = FaultScene(
      users: plan.credentials, canaries: plan.canaries, seed: plan.seed,
      interval: plan.policy.interval, span: bare.faultBegins..<bare.faultEnds)
    let fault = plan.fault.begun(in: scene)
    timeline = Timeline(plan, slower: fault.slower(plan.policy))
    seed = plan.seed
    enrolmentPause =
      Double(plan.policy.interval.wholeMilliseconds) / Double(max(1, plan.members))
    users = Array(repeating: User(), count: plan.members)
    canaries = plan.canaries
    let all =
      Departures(plan, timeline).events(&numbers) + fault.events(in: scene, &numbers)
    events = all.sorted { ($0.at, $0.user) < ($1.at, $1.user) }[...]
    self.fault = fault
    self.numbers = numbers
  }

  /// How far the daemon's clock is ahead at `moment`.
  func clockError(at moment: Moment) -> Duration {
    timeline.phase(at: moment) == .during ? fault.clockError : .zero
  }

  /// When the next thing befalls a user.
  var nextEvent: Moment? {
    let first = events.first?.at
    guard enrolled < users.count else { return first }
    return min(first ?? enrolment(of: enrolled), enrolment(of: enrolled))
  }

  /// Takes the next thing that has befallen a user by `now`.
  mutating func takeEvent(by now: Moment) -> WorldEvent? {
    guard let next = nextEvent, next <= now else { return nil }
    if enrolled < users.count, enrolment(of: enrolled) == next {
      enrolled += 1
      return WorldEvent(at: next, user: enrolled - 1, kind: .signsIn)
    }
    return events.popFirst()
  }

  /// The newest token of a user dies; false when it was dead already.
  mutating func die(_ user: Int, at moment: Moment) -> Bool {
    guard users[user].died == nil else { return false }
    users[user].died = moment
    return true
  }

  /// A user has a new token, stored under `epoch`.
  mutating func signIn(_ user: Int, _ epoch: Epoch, at moment: Moment) {
    users[user].areOldDead = users[user].areOldDead || users[user].died != nil
    users[user].epoch = epoch.number
    users[user].issued = moment
    users[user].died = nil
  }

  /// When the user's newest token was issued.
  func issued(_ user: Int) -> Moment { users[user].issued }

  /// Whether the user's newest token is dead.
  func isGone(_ user: Int) -> Bool { users[user].died != nil }

  /// What comes back from a look that is sent at `moment`.
  mutating func answer(to look: Look, at moment: Moment) -> SimulatedAnswer {
    let number = Self.user(of: look.credential)
    let user = users[number]
    let question = SimulatedQuestion(
      trait: SeededNumbers.trait(of: number, seed: seed), draw: numbers.share(), at: moment,
      issued: user.issued, died: Self.death(of: look, user),
      canary: canaries.contains(number) ? number - canaries.lowerBound : nil)
    guard timeline.phase(at: moment) == .during, let answer = fault.answer(to: question) else {
      return .truth(question)
    }
    return answer
  }

  private static func death(of look: Look, _ user: User) -> Moment? {
    if look.client != client { return .distantPast }
    if look.epoch.number == user.epoch { return user.died }
    return user.areOldDead ? .distantPast : nil
  }

  private func enrolment(of user: Int) -> Moment {
    timeline.start + .milliseconds(Int64(Double(user) * enrolmentPause))
  }

  /// The name of a user.
  static func credential(of user: Int) -> CredentialID {
    CredentialID(provider: provider, subject: Subject(validBytes: Array("u\(user)".utf8)))
  }

  /// The user of a name.
  static func user(of credential: CredentialID) -> Int {
    credential.subject.bytes.dropFirst().reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }
}
