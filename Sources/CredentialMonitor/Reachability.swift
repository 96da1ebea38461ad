internal import CredentialCore

/// Whether a provider is reached, by its answers in their order.
///
/// Amid a partial outage one success says little: until it has lasted for as long as the condition's end
/// must (`endsAfter`), each further failure undoes it while a quarter of the latest looks fail. A single
/// failure among many successes, which every service has, does not.
struct Reachability: Sendable, Equatable {
  /// So many failures to learn in a row make a provider unreachable.
  static let failuresInRow = 3
  /// The latest looks by which a partial outage is told from single failures.
  static let window = 20
  /// So many failures among them are one: a quarter.
  static let failuresInWindow = 5

  private var inRow = 0
  /// A bit for each of the latest looks, the newest lowest; set when it failed.
  private var latest: UInt32 = 0
  private var isTroubled = false
  /// The first success since the last failure that counted.
  private var recovered: Moment?

  /// Notes a look that taught nothing; whether the provider is unreachable by that.
  mutating func noteFailure(at now: Moment) -> Bool {
    if let recovered, now - recovered >= ConditionKind.providerUnreachable.endsAfter {
      self = Reachability()
    }
    inRow += 1
    add(1)
    let goesOn = isTroubled && latest.nonzeroBitCount >= Self.failuresInWindow
    guard inRow >= Self.failuresInRow || goesOn else { return false }
    (isTroubled, recovered) = (true, nil)
    return true
  }

  /// Notes that the provider answered.
  mutating func noteAnswer(at now: Moment) {
    inRow = 0
    add(0)
    recovered = recovered ?? now
  }

  private mutating func add(_ bit: UInt32) { latest = (latest << 1 | bit) & (1 << Self.window - 1) }
}
