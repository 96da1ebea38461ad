internal import CredentialCore

/// What the log was told of submitted pushes, so that nobody can flood it, and how many are in hand.
struct SubmissionLog {
  /// So many refusals of a provider are told in an hour; how many more there were is told with the next.
  static let mostTold = 20
  /// So many kinds of unknown news are told, each once.
  static let mostUnknown = 64
  static let span: Duration = .seconds(3600)

  /// The refusals of one provider in the hour since the first.
  private struct Hour {
    var began: Moment
    var told = 0
    var untold = 0
  }

  private var hours: [ProviderName: Hour] = [:]
  private var unknown: Set<String> = []
  private var inHand = 0

  /// Counts one in; false when there are too many.
  mutating func begin() -> Bool {
    guard inHand < PushSubmission.mostAtOnce else { return false }
    inHand += 1
    return true
  }

  /// Counts one out.
  mutating func end() { inHand -= 1 }

  /// The notice of a refusal; nil when enough were told.
  mutating func notice(
    of refusal: PushRefusal, _ provider: ProviderName, _ caller: Caller?, now: Moment
  ) -> Notice? {
    var hour = hours[provider] ?? Hour(began: now)
    if !(hour.began..<hour.began + Self.span).contains(now) {
      hour = Hour(began: now, untold: hour.untold)
    }
    defer { hours[provider] = hour }
    guard hour.told < Self.mostTold else {
      hour.untold += 1
      return nil
    }
    hour.told += 1
    var fields: Fields = [
      "provider": .text(provider.text), "err": .text(refusal.code.rawValue),
      "description": .text(refusal.sentence),
    ]
    fields.add("push", refusal.id.map(Value.text))
    fields.add("uid", caller.map { .integer(Int64($0.uid)) })
    fields.add("untold", hour.untold > 0 ? .integer(Int64(hour.untold)) : nil)
    hour.untold = 0
    return Notice(.pushRefused, fields)
  }

  /// The notice of one that is durable: who handed it over, and what it led to.
  static func taken(
    _ verified: VerifiedPushes, _ answer: PushAnswer, _ provider: ProviderName, _ caller: Caller?
  ) -> Notice {
    var fields: Fields = ["provider": .text(provider.text), "push": .text(verified.id)]
    fields.add("news", answer.fields["news"])
    fields.add("uid", caller.map { .integer(Int64($0.uid)) })
    return Notice(.pushTaken, fields)
  }

  /// The notices of news that nothing acts on, each kind once.
  mutating func notices(of verified: VerifiedPushes, _ provider: ProviderName) -> [Notice] {
    verified.unknown.compactMap { kind in
      let key = "\(provider) \(kind)"
      guard unknown.count < Self.mostUnknown, unknown.insert(key).inserted else { return nil }
      return Notice(
        .pushUnknown,
        ["provider": .text(provider.text), "news": .text(kind), "push": .text(verified.id)])
    }
  }
}
