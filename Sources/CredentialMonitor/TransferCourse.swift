internal import CredentialCore

/// How one step of a move goes through a provider's users: page by page in their order, and again from
/// the beginning for those about whom nothing was learnt. A value; the store knows who is done.
struct TransferCourse: Sendable {
  let run: TransferRun
  /// Why the last question led to nothing; nil while all goes well.
  private(set) var trouble: String?
  private var after: Subject?
  private var isAgain = false
  private var backoff = Backoff(first: .seconds(5), longest: .seconds(300))

  init(_ run: TransferRun) { self.run = run }

  /// Whom to ask about next.
  func query(_ provider: Provider) -> TransferQuery {
    let policy = provider.policy
    return TransferQuery(
      provider: run.provider, accepted: policy.transfer?.accepted,
      part: .open(run.stage, since: run.asked), after: after,
      limit: max(1, min(policy.inFlight, Int(policy.looksPerSecond))))
  }

  /// What is asked about a page.
  func questions(_ page: [TransferRecord]) -> [TransferQuestion] {
    page.map { record in
      guard run.stage == .import, let identifier = record.identifier else {
        return .identifier(of: record.subject)
      }
      return .successor(of: identifier)
    }
  }

  /// How a page ended, or that there is none.
  enum Step: Equatable {
    /// The next page, after so long.
    case goOn(after: Duration)
    /// Everybody was asked about.
    case done
    /// We are refused.
    case stop
  }

  /// Takes over the answers about a page; `pace` is how long that many questions are to take.
  mutating func note(
    _ page: [TransferRecord], _ replies: [TransferReply], pace: Duration
  ) -> Step {
    guard let last = page.last else { return noteEnd() }
    after = last.subject
    for reply in replies {
      switch reply {
      case .broken(let why):
        trouble = why
        return .stop
      case .failed(let why): (trouble, isAgain) = (why, true)
      case .refused, .identifier, .successor: break
      }
    }
    let isHopeless = replies.allSatisfy { if case .failed = $0 { true } else { false } }
    // Where nobody answers, all others need not be tried.
    return isHopeless ? noteEnd() : .goOn(after: pace)
  }

  /// The store or the configuration is in the way.
  mutating func noteRefusal(_ why: String) -> Duration {
    trouble = why
    return backoff.wait(asked: nil, jitter: 0)
  }

  private mutating func noteEnd() -> Step {
    guard isAgain else {
      trouble = nil
      return .done
    }
    (after, isAgain) = (nil, false)
    return .goOn(after: backoff.wait(asked: nil, jitter: 0))
  }
}
