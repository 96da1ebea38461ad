internal import CredentialCore

/// When conditions held: what the administrator was told, and from when to when.
struct ConditionSpans: Sendable {
  /// How often one kind of condition began, and how long it held in all.
  struct Total: Sendable, Equatable {
    var times = 0
    var held: Duration = .zero
  }

  /// Conditions that put off no verdict.
  private static let harmless: Set<ConditionKind> = [.canaryFailing, .credentialsStale]

  private(set) var totals: [ConditionKind: Total] = [:]
  private var open: [ConditionKind: Moment] = [:]
  private var spans: [Range<Moment>] = []

  /// A condition holds from now on, unless it did.
  mutating func begin(_ kind: ConditionKind, at moment: Moment) {
    guard open[kind] == nil else { return }
    open[kind] = moment
    totals[kind, default: Total()].times += 1
  }

  /// A condition holds no longer, if it did.
  mutating func end(_ kind: ConditionKind, at moment: Moment) {
    guard !open.isEmpty, let begun = open.removeValue(forKey: kind) else { return }
    totals[kind, default: Total()].held += moment - begun
    if !Self.harmless.contains(kind) { spans.append(begun..<moment) }
  }

  /// Ends what still holds.
  mutating func close(at moment: Moment) {
    for kind in Array(open.keys) { end(kind, at: moment) }
  }

  /// By when a verdict was promised for what happened at `moment`: `bound` later, or `bound` after the
  /// end of a condition that began before then.
  func deadline(from moment: Moment, bound: Duration) -> Moment {
    var deadline = moment + bound
    for stretch in stretches(bound) where stretch.upperBound > moment {
      guard stretch.lowerBound < deadline else { break }
      deadline = max(deadline, stretch.upperBound + bound)
    }
    return deadline
  }

  /// The spans in their order, those less than `bound` apart as one.
  func stretches(_ bound: Duration) -> [Range<Moment>] {
    var joined: [Range<Moment>] = []
    for span in spans.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard let last = joined.last, span.lowerBound < last.upperBound + bound else {
        joined.append(span)
        continue
      }
      joined[joined.count - 1] =
        last.lowerBound..<max(last.upperBound, span.upperBound)
    }
    return joined
  }
}
