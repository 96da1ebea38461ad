package import CredentialCore
internal import Linux

/// A looker whose answers the test gives: each look it is asked for is announced and waits.
package final class RehearsedLooker: Looker {
  /// A look that waits for its answer.
  package struct Question: Sendable {
    /// The look.
    package let look: Look
    fileprivate let report: @Sendable ([LookResult]) -> Void

    /// Answers the look.
    package func answer(
      _ answer: Answer, at moment: Moment, sent: Bool = true, evidence: String = "rehearsed"
    ) {
      report([
        LookResult(
          look: look, answer: answer, mayHaveBeenSent: sent, answered: moment,
          evidence: Evidence(evidence))
      ])
    }

    /// Confirms the user with an access token that lives so long, or for nobody knows how long.
    package func give(_ token: String, for life: Duration?, at moment: Moment) {
      var result = LookResult(
        look: look, answer: .authorized, mayHaveBeenSent: true, answered: moment,
        evidence: Evidence("rehearsed"))
      result.access = AccessToken(Secret(Array(token.utf8)), of: look, life: life)
      report([result])
    }
  }

  private let stream: AsyncStream<Question>
  private let ask: AsyncStream<Question>.Continuation
  private let closings = Lock(0)

  /// Makes a looker that waits for its first look.
  package init() { (stream, ask) = AsyncStream.makeStream() }

  /// Each look, as it is begun; for one reader.
  package var questions: AsyncStream<Question> { stream }

  /// How often it was closed.
  package var timesClosed: Int { closings.withLock { $0 } }

  /// Announces each look.
  package func start(
    _ looks: [Look], now: Moment, report: @escaping @Sendable ([LookResult]) -> Void
  ) {
    for look in looks { ask.yield(Question(look: look, report: report)) }
  }

  /// Waits at all times.
  package func turn() async {}

  /// Counts the call.
  package func close() { closings.withLock { $0 += 1 } }

  /// Nothing is left behind.
  package func ended() async {}
}
