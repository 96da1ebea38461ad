/// One line of a credential's timeline.
struct TimelineRow {
  /// When.
  let at: Moment
  /// Its place among what happened at the same time.
  let rank: Int
  /// What kind of thing.
  let kind: String
  /// The whole in a sentence or two.
  let words: String
  /// The same as values.
  var more: Fields = [:]

  /// As bus and CLI show it.
  var fields: Fields {
    var fields: Fields = ["at": .time(at), "kind": .text(kind), "words": .text(words)]
    for member in more.members { fields.add(member.name, member.value) }
    return fields
  }
}

extension CredentialHistory {
  /// Everything that is known to have happened, the oldest first.
  var timeline: [TimelineRow] {
    let rows =
      entries.map(\.row) + events.map(\.row)
      + deliveries.map { delivery in
        delivery.row(
          publishedAt: events.first { $0.sequence == delivery.id.sequence }?.body.at,
          isUndone: isUndone(delivery))
      }
    return rows.enumerated().sorted {
      ($0.element.at, $0.element.rank, $0.offset) < ($1.element.at, $1.element.rank, $1.offset)
    }.map(\.element)
  }
}

extension CredentialHistory {
  /// Whether a later event has undone what the hook was to be told of.
  func isUndone(_ delivery: DeliveryStory) -> Bool {
    guard let told = events.first(where: { $0.sequence == delivery.id.sequence }) else {
      return false
    }
    return told.isUndone(by: credential.state, isEnded: events.contains { $0.ends(told) })
  }
}

extension Event {
  fileprivate var row: TimelineRow {
    var words = "Event \(sequence): "
    switch body.kind {
    case .stateChanged:
      if body.newState == .authorized, body.reason != .reverted {
        words += "a look was answered \(body.evidence.summary); "
      }
      words += "the state went from \(body.oldState.rawValue) to \(body.newState.rawValue)"
      words += " (\(body.reason.rawValue)); action \(body.action.rawValue)."
      if body.reason == .reverted { words += " An administrator: \(body.evidence.summary)." }
    case .grantLost:
      words += "a token is gone (\(body.reason.rawValue)); the state stays "
      words += "\(body.newState.rawValue), action \(body.action.rawValue)."
    case .rotationLost:
      words += "the answer to a refresh is lost, and the token with it; the state stays "
      words += "\(body.newState.rawValue), action \(body.action.rawValue)."
    case .credentialStale:
      words += "the provider has not confirmed the user for long; the state stays "
      words += "\(body.newState.rawValue), action \(body.action.rawValue)."
    case .sessionEnd, .reauthNeeded, .emailDisabled, .emailEnabled:
      words += "the provider pushed \(body.kind.rawValue); the state stays "
      words += "\(body.newState.rawValue), action \(body.action.rawValue)."
    }
    if let undoes = body.undoes { words += " It takes event \(undoes) back." }
    let more: Fields = [
      "sequence": .integer(sequence), "event": .text(body.kind.rawValue),
      "old_state": .text(body.oldState.rawValue), "state": .text(body.newState.rawValue),
      "reason": .text(body.reason.rawValue), "action": .text(body.action.rawValue),
      "evidence": .text(body.evidence.summary),
    ]
    return TimelineRow(at: body.at, rank: 2, kind: "event", words: words, more: more)
  }
}
