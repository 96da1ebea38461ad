/// On what ground a decision was taken: the rule, and what it was measured by.
package struct Ground: Sendable, Equatable {
  /// The rule or guard that decided.
  package let rule: Rule
  /// From when it was measured: the answer before, the begin of the suspicion or of the brake.
  package var since: Moment?
  /// From when on something else would hold.
  package var until: Moment?
  /// Which of several, such as the limit of the brake that was passed.
  package var detail: String?

  /// Spells out a ground.
  package init(_ rule: Rule, since: Moment? = nil, until: Moment? = nil, detail: String? = nil) {
    (self.rule, self.since, self.until, self.detail) = (rule, since, until, detail)
  }

  /// The sentence of the rule, filled in; `time` is that of the answer.
  package func words(at time: Moment) -> String {
    var words = ""
    var rest = Substring(rule.sentence)
    while let open = rest.firstIndex(of: "{"), let end = rest[open...].firstIndex(of: "}") {
      words += rest[..<open] + value(of: rest[rest.index(after: open)..<end], at: time)
      rest = rest[rest.index(after: end)...]
    }
    return words + rest
  }

  private func value(of place: Substring, at time: Moment) -> String {
    let value: String? =
      switch place {
      case "since": since?.words
      case "until": until?.words
      case "gap": since.map { (time - $0).words }
      case "need": since.flatMap { since in until.map { ($0 - since).words } }
      case "limit": detail.map { Brake.Limit(rawValue: $0)?.sentence ?? $0 }
      default: detail
      }
    return value ?? "?"
  }
}

extension Decision {
  /// The same, taken on this ground unless a closer one is known.
  func on(_ ground: Ground) -> Decision {
    guard because == nil else { return self }
    var decision = self
    decision.because = ground
    return decision
  }
}
