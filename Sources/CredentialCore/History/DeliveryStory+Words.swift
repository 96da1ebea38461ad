extension DeliveryStory {
  /// The delivery as a line of the timeline; it stands where its first attempt began.
  func row(publishedAt published: Moment?, isUndone: Bool) -> TimelineRow {
    var more: Fields = [
      "sequence": .integer(id.sequence), "hook": .text(id.hook.text),
      "status": .text(status.rawValue), "attempts": .integer(Int64(attempts)),
    ]
    more.add("outcome", (previous?.rawValue).map(Value.text))
    if !ending.isEmpty { more.add("detail", .text(ending)) }
    if status == .pending, !isUndone { more.add("until", .time(due)) }
    return TimelineRow(
      at: firstAttempt ?? published ?? due, rank: 3, kind: "delivery",
      words: "Hook \(id.hook), event \(id.sequence): \(words(isUndone: isUndone)).", more: more)
  }

  private func words(isUndone: Bool) -> String {
    switch status {
    case .pending where isUndone:
      "\(tries); not run any more, as a later event has undone this one"
    case .pending where attempts == 0: "to be run, due \(due.words)"
    case .pending: "\(tries)\(lastEnding); the next attempt is due \(due.words)"
    case .started: "attempt \(attempts) was started, and how it ends is not known yet"
    case .done: "done at attempt \(attempts)\(ending.isEmpty ? "" : " (\(ending))")"
    case .notMine: "the hook said that this is none of its business"
    case .superseded: "\(tries); not run any more, as a later event has undone this one"
    case .deadLetter: "given up: \(tries)\(lastEnding)"
    case .observed: "told in the log and not run, as the hook is in mode observe"
    case .orphaned: "\(tries); waits, as this hook is not configured any more"
    }
  }

  private var tries: String {
    switch attempts {
    case 0: "never started"
    case 1: "started once"
    default: "started \(attempts) times"
    }
  }

  private var lastEnding: String {
    ending.isEmpty ? "" : ", the last attempt ended with \(ending)"
  }
}
