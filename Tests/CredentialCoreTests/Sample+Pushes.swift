internal import CredentialCore

extension Sample {
  /// A push about the user of every test, `at` by the provider's clock.
  static func push(
    _ news: PushNews, id: String = "1", at moment: Moment, received: Moment? = nil
  ) -> Push {
    Push(
      credential: Sample.id, id: id, news: news, at: moment, received: received ?? moment,
      evidence: Evidence("apple: \(news.word)"))
  }

  /// Every piece of news that a push can bring.
  static let allNews: [PushNews] = {
    var news: [PushNews] = [.restored, .askForLook, .gone("UNLINK_FROM_APPS", isDeletion: true)]
    for verdict in PushVerdict.allCases { news.append(.conclusive(verdict)) }
    for signal in PushSignal.allCases { news.append(.signal(signal)) }
    return news
  }()

  /// A pause that began before every test.
  static let pause = Pause(since: start - day, by: Caller(uid: 7), reason: "a test")
}

extension Story {
  /// Judges a push that arrives `after` the start about something that happened then, or at `at`.
  @discardableResult
  mutating func push(_ news: PushNews, at: Duration? = nil, after: Duration) -> Decision {
    let now = Sample.start + after
    let push = Sample.push(news, at: Sample.start + (at ?? after), received: now)
    keep(decider.apply(push, to: credential, among: &book, now: now))
    return last
  }

  /// Judges a push anew that was kept back, and keeps what follows.
  @discardableResult
  mutating func judgeHeldPush(isCounted: Bool = false, after: Duration) -> Decision? {
    let judged = decider.judgeHeldPush(
      credential, by: [.brake, .pause, .baseline], among: &book, isCounted: isCounted,
      now: Sample.start + after)
    if let judged { keep(judged) }
    return judged
  }
}
