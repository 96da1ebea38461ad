extension HistoryEntry {
  /// The entry as a line of the timeline.
  var row: TimelineRow {
    let words = [opening, persistence, ground.map { $0.words(at: at) } ?? "", repetition]
    return TimelineRow(
      at: at, rank: kind == .witness ? 1 : 0, kind: kind.rawValue,
      words: words.filter { !$0.isEmpty }.joined(separator: " "), more: members)
  }

  private var opening: String {
    switch kind {
    case .signIn where answer != nil: "Signed in, verified: \(evidence?.summary ?? "?")."
    case .signIn: "Signed in: the service handed over a token of \(client?.text ?? "a client")."
    case .look: "Looked (\(purpose?.rawValue ?? "?")): \(evidence?.summary ?? answer ?? "?")."
    case .lookLost:
      "Looked (\(purpose?.rawValue ?? "?")), but the daemon ended before it could keep the answer; "
        + "the budget counts as spent."
    case .witness: "Another user of \(client?.text ?? "the client") was confirmed by a later look."
    case .released where ground?.rule == .heldByPushBrake:
      "What was kept back was judged anew for \(administrator)."
    case .released: "Released by \(administrator): a look made from now on decides."
    case .turned: "Released by \(administrator): it turned as it stood, without a look."
    case .push: "Pushed (\(answer ?? "?")): \(evidence?.summary ?? "?")."
    case .report: "Reported: \(evidence?.summary ?? answer ?? "?")."
    case .discarded: "The verdict kept back was dropped by \(administrator); the state stays."
    }
  }

  /// Who, by what verb, and why.
  private var administrator: String {
    let told = [answer ?? "", evidence?.summary ?? ""].filter { !$0.isEmpty }
    return "an administrator" + (told.isEmpty ? "" : " (\(told.joined(separator: ", ")))")
  }

  /// An isolated answer that was taken for more.
  private var persistence: String {
    guard answer == Answer.isolated.word, let rule = ground?.rule else { return "" }
    switch rule {
    case .nothingLearnt, .isolatedCounted, .isolatedCommon, .replaced, .notSent, .stillDead:
      return ""
    default: return "It persists for this user alone, so it counts as a dead token."
    }
  }

  private var repetition: String {
    looks > 1 ? "The same \(looks) times, last \(last.words)." : ""
  }

  private var members: Fields {
    var members: Fields = [:]
    members.add("client", (client?.text).map(Value.text))
    members.add("epoch", (epoch?.number).map(Value.integer))
    members.add("purpose", (purpose?.rawValue).map(Value.text))
    let isDone = [.released, .turned, .discarded].contains(kind)
    members.add(isDone ? "verb" : "answer", answer.map(Value.text))
    members.add("evidence", (evidence?.summary).map(Value.text))
    members.add("rule", (ground?.rule.rawValue).map(Value.text))
    members.add("since", (ground?.since).map(Value.time))
    members.add("until", (ground?.until).map(Value.time))
    members.add("detail", (ground?.detail).map(Value.text))
    if kind == .look { members.add("looks", .integer(Int64(looks))) }
    if looks > 1 { members.add("last_at", .time(last)) }
    return members
  }
}
