internal import CredentialCore

/// What goes wrong in a simulated world while it lasts, and for whom. Pure: equal questions in equal
/// order have equal answers.
protocol Fault: Sendable {
  /// What comes back from a look instead of the truth; nil for the truth.
  mutating func answer(to question: SimulatedQuestion) -> SimulatedAnswer?
  /// What befalls users because of it.
  func events(in scene: FaultScene, _ numbers: inout SeededNumbers) -> [WorldEvent]
  /// How far the daemon's clock is ahead.
  var clockError: Duration { get }
  /// How much longer the slowest verdict may take.
  func slower(_ policy: ProviderPolicy) -> Duration
}

extension Fault {
  mutating func answer(to question: SimulatedQuestion) -> SimulatedAnswer? { nil }
  func events(in scene: FaultScene, _ numbers: inout SeededNumbers) -> [WorldEvent] { [] }
  var clockError: Duration { .zero }
  func slower(_ policy: ProviderPolicy) -> Duration { .zero }
}

/// Where and when a fault happens.
struct FaultScene: Sendable {
  let users: Int
  let canaries: Range<Int>
  let seed: UInt64
  let interval: Duration
  let span: Range<Moment>

  /// The users whose trait is below `share`.
  func users(below share: Double) -> some Sequence<Int> {
    (0..<users).lazy.filter { SeededNumbers.trait(of: $0, seed: seed) < share }
  }

  /// A number of users for what happens to a share of all in a year, at least one.
  func count(ofYear share: Double) -> Int {
    let years = Double((span.upperBound - span.lowerBound).wholeMilliseconds) / 31_557_600_000
    return max(1, Int((Double(users) * share * years).rounded()))
  }
}

/// Something that befalls one user.
struct WorldEvent: Sendable {
  /// What.
  enum Kind: Sendable {
    /// The user withdraws consent; the newest token dies.
    case leaves
    /// The newest token dies though the user stays.
    case tokenDies
    /// The user signs in again and is enrolled under the right client.
    case signsIn
    /// The same under another client's name.
    case signsInUnderWrongClient
  }

  let at: Moment
  let user: Int
  let kind: Kind
}

extension SimulatedFault {
  /// What it does.
  func begun(in scene: FaultScene) -> any Fault {
    switch self {
    case .none: NoFault()
    case .outage: Outage()
    case .invalidClient: InvalidClient()
    case .invalidGrant: StickyShard(share: 1)
    case .shard1: StickyShard(share: 0.01)
    case .shard10: StickyShard(share: 0.1)
    case .shard40: StickyShard(share: 0.4)
    case .staleReplica: StaleReplica(since: scene.span.lowerBound)
    case .expiringCohort: ExpiringCohort()
    case .wrongClient: WrongClient()
    case .passwordChanges: PasswordChanges()
    case .throttling: Throttling(scene)
    case .lostAnswers: LostAnswers()
    case .wrongClock: WrongClock()
    case .captivePortal: CaptivePortal()
    case .invalidRequest: InvalidRequest()
    case .failingCanary: FailingCanary()
    case .failingCanaries: FailingCanaries(scene)
    }
  }
}
