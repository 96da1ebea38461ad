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

  /// What the answers about the users of one client say of that client.
  private struct ClientSigns {
    var refusals = 0
    var odd = OddAnswers()

    var areBad: Bool {
      refusals >= ProviderHealth.refusalsBeforeMisconfigured || odd.areWidespread
    }
  }

  private var failures = 0
  private var clocksOff = 0
  private var clients: [ClientID: ClientSigns] = [:]

  /// Counts one batch of results and says what follows from it.
  mutating func note(_ results: [LookResult]) -> [Change] {
    var changes: [Change] = []
    for result in results {
      let (clock, others) = (clock(of: result), note(result))
      // What explains others begins before them and ends after them, or they would be told at its end.
      let isRight = clock == [.end(.clockWrong)]
      for change in isRight ? others + clock : clock + others where changes.last != change {
        changes.append(change)
      }
    }
    return changes
  }

  private mutating func note(_ result: LookResult) -> [Change] {
    let client = result.look.client
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
      clients[client, default: ClientSigns()].refusals += 1
      return reached + misconfigured(client, detail)
    case .clientNotConfigured:
      return [.begin(.clientNotConfigured, detail: detail)]
    case .isolated, .mismatched:
      failures = 0
      clients[client, default: ClientSigns()].odd.note(result.look.credential, isOdd: true)
      return reached + misconfigured(client, detail)
    case .reauthenticate:
      failures = 0
      return reached
    case .authorized, .dead, .transferred:
      failures = 0
      clients[client, default: ClientSigns()].refusals = 0
      clients[client]?.odd.note(result.look.credential, isOdd: false)
      let isBad = clients.values.contains(where: \.areBad)
      return reached + (isBad ? [] : [.end(.providerMisconfigured)])
    }
  }

  /// What the peer's time says, which explains a refusal. One odd server among many is no news until its answer is a refusal, or the next one is odd as well.
  private mutating func clock(of result: LookResult) -> [Change] {
    guard let clock = result.clock else { return [] }
    guard clock.isOff else {
      clocksOff = 0
      return [.end(.clockWrong)]
    }
    clocksOff += 1
    guard clocksOff > 1 || result.answer == .misconfigured else { return [] }
    return [.begin(.clockWrong, detail: "it is \(clock.sentence)")]
  }

  /// Any answer at all shows that the provider is there and takes requests.
  private var reached: [Change] { [.end(.providerUnreachable), .end(.providerThrottled)] }

  private func misconfigured(_ client: ClientID, _ detail: String) -> [Change] {
    clients[client]?.areBad ?? false ? [.begin(.providerMisconfigured, detail: detail)] : []
  }
}
