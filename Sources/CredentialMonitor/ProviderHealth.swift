internal import CredentialCore

/// What the answers of one provider say about the provider itself, as opposed to its users.
struct ProviderHealth: Sendable {
  /// A condition that begins or ends; beginning twice or ending what never began is harmless.
  enum Change: Sendable, Equatable {
    case begin(ConditionKind, detail: String)
    case end(ConditionKind)
  }

  /// So many failures to learn in a row make a provider unreachable.
  static let failuresBeforeUnreachable = 3
  /// So many refusals of our own identity in a row, with no acceptance between, are no accident.
  static let refusalsBeforeMisconfigured = 2

  private var failures = 0
  private var refusals = 0
  private var odd = OddAnswers()

  /// Counts one batch of results and says what follows from it.
  mutating func note(_ results: [LookResult]) -> [Change] {
    var changes: [Change] = []
    for result in results {
      for change in note(result) where changes.last != change { changes.append(change) }
    }
    return changes
  }

  private mutating func note(_ result: LookResult) -> [Change] {
    let detail = result.evidence.summary
    switch result.answer {
    case .transient:
      failures += 1
      guard failures >= Self.failuresBeforeUnreachable else { return [] }
      return [.begin(.providerUnreachable, detail: detail)]
    case .throttled:
      failures = 0
      return [.end(.providerUnreachable), .begin(.providerThrottled, detail: detail)]
    case .misconfigured:
      failures = 0
      refusals += 1
      let reached: [Change] = [.end(.providerUnreachable), .end(.providerThrottled)]
      guard refusals >= Self.refusalsBeforeMisconfigured else { return reached }
      return reached + [.begin(.providerMisconfigured, detail: detail)]
    case .clientNotConfigured:
      return [.begin(.clientNotConfigured, detail: detail)]
    case .isolated, .mismatched:
      failures = 0
      odd.note(result.look.credential, isOdd: true)
      let widespread: [Change] =
        odd.areWidespread ? [.begin(.providerMisconfigured, detail: detail)] : []
      return [.end(.providerUnreachable), .end(.providerThrottled)] + widespread
    case .reauthenticate:
      failures = 0
      return [.end(.providerUnreachable), .end(.providerThrottled)]
    case .authorized, .dead, .transferred:
      (failures, refusals) = (0, 0)
      odd.note(result.look.credential, isOdd: false)
      let mended: [Change] = odd.areWidespread ? [] : [.end(.providerMisconfigured)]
      return [.end(.providerUnreachable), .end(.providerThrottled)] + mended
    }
  }
}
