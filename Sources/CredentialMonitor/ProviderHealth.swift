internal import CredentialCore

/// What the answers of one provider say about the provider itself, as opposed to its users.
struct ProviderHealth: Sendable {
  /// A condition that begins or ends; beginning twice or ending what never began is harmless.
  enum Change: Sendable, Equatable {
    case begin(ConditionKind, detail: String)
    case end(ConditionKind)

    /// Whether one ends.
    var isEnd: Bool { if case .end = self { true } else { false } }
  }

  /// So many refusals of our own identity in a row, with no acceptance between, are no accident.
  static let refusalsBeforeMisconfigured = 2

  /// What the answers about the users of one client say of that client.
  private struct ClientSigns {
    var refusals = 0
    var odd = OddAnswers()

    var areBad: Bool {
      refusals >= ProviderHealth.refusalsBeforeMisconfigured || odd.areWidespread
    }

    mutating func accepted(_ user: CredentialID) {
      refusals = 0
      odd.note(user, isOdd: false)
    }
  }

  private var reachability = Reachability()
  private var clocksOff = 0
  /// There are few: comparing their names is quicker than hashing one, and every look asks.
  private var clients: [(client: ClientID, signs: ClientSigns)] = []
  /// Conditions whose end was said and whose begin was not since: they need not be ended again.
  private var over: [ConditionKind] = []

  /// Counts one batch of results and says what follows from it.
  mutating func note(_ results: [LookResult]) -> [Change] {
    var changes: [Change] = []
    for result in results {
      // What explains others begins before them and ends after them, or they would be told at its end.
      let isRight = result.clock.map { !$0.isOff } ?? false
      if !isRight { clock(of: result, in: &changes) }
      note(result, in: &changes)
      if isRight { clock(of: result, in: &changes) }
    }
    return changes
  }

  private mutating func note(_ result: LookResult, in changes: inout [Change]) {
    switch result.answer {
    case .transient:
      guard reachability.noteFailure(at: result.answered) else { return }
      begin(.providerUnreachable, result.evidence.summary, in: &changes)
    case .throttled:
      reachability.noteAnswer(at: result.answered)
      end(.providerUnreachable, in: &changes)
      begin(.providerThrottled, result.evidence.summary, in: &changes)
    case .misconfigured:
      let place = place(of: result.look.client)
      clients[place].signs.refusals += 1
      reached(result, &changes)
      misconfigured(result, in: &changes)
    case .clientNotConfigured:
      begin(.clientNotConfigured, result.evidence.summary, in: &changes)
    case .isolated, .mismatched:
      let place = place(of: result.look.client)
      clients[place].signs.odd.note(result.look.credential, isOdd: true)
      reached(result, &changes)
      misconfigured(result, in: &changes)
    case .reauthenticate, .unclear: reached(result, &changes)
    case .authorized, .dead, .transferred:
      let place = place(of: result.look.client)
      clients[place].signs.accepted(result.look.credential)
      reached(result, &changes)
      guard !over.contains(.providerMisconfigured),
        clients.allSatisfy({ !$0.signs.areBad })
      else { return }
      end(.providerMisconfigured, in: &changes)
    }
  }

  /// What the peer's time says, which explains a refusal. One odd server among many is no news until its
  /// answer is a refusal, or the next one is odd as well.
  private mutating func clock(of result: LookResult, in changes: inout [Change]) {
    guard let clock = result.clock else { return }
    guard clock.isOff else {
      clocksOff = 0
      return end(.clockWrong, in: &changes)
    }
    clocksOff += 1
    guard clocksOff > 1 || result.answer == .misconfigured else { return }
    begin(.clockWrong, "it is \(clock.sentence)", in: &changes)
  }

  /// Any answer at all shows that the provider is there and takes requests.
  private mutating func reached(_ result: LookResult, _ changes: inout [Change]) {
    reachability.noteAnswer(at: result.answered)
    end(.providerUnreachable, in: &changes)
    end(.providerThrottled, in: &changes)
  }

  private mutating func misconfigured(_ result: LookResult, in changes: inout [Change]) {
    guard clients[place(of: result.look.client)].signs.areBad else { return }
    begin(.providerMisconfigured, result.evidence.summary, in: &changes)
  }

  private mutating func place(of client: ClientID) -> Int {
    for index in clients.indices where clients[index].client == client { return index }
    clients.append((client, ClientSigns()))
    return clients.count - 1
  }

  private mutating func begin(_ kind: ConditionKind, _ detail: String, in changes: inout [Change]) {
    over.removeAll { $0 == kind }
    let change = Change.begin(kind, detail: detail)
    if changes.last != change { changes.append(change) }
  }

  private mutating func end(_ kind: ConditionKind, in changes: inout [Change]) {
    guard !over.contains(kind) else { return }
    over.append(kind)
    changes.append(.end(kind))
  }
}
