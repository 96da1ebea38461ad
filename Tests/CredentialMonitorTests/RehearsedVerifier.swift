import CredentialCore
import Linux

/// A verifier whose answers the test gives: each hand-over is announced and waits.
final class RehearsedVerifier: SignInVerifier {
  /// A hand-over that waits for its answer.
  struct Question: Sendable {
    /// What was handed over.
    let handover: SignInHandover
    private let continuation: CheckedContinuation<Result<VerifiedSignIn, SignInRefusal>, Never>

    fileprivate init(
      _ handover: SignInHandover,
      _ continuation: CheckedContinuation<Result<VerifiedSignIn, SignInRefusal>, Never>
    ) {
      self.handover = handover
      self.continuation = continuation
    }

    /// Answers it.
    func answer(_ result: Result<VerifiedSignIn, SignInRefusal>) {
      continuation.resume(returning: result)
    }
  }

  private let ask: AsyncStream<Question>.Continuation
  /// Each hand-over, as it comes; for one reader.
  let questions: AsyncStream<Question>

  init() { (questions, ask) = AsyncStream.makeStream() }

  func verify(
    _ handover: SignInHandover, now: Moment
  ) async throws(SignInRefusal) -> VerifiedSignIn {
    let result = await withCheckedContinuation { continuation in
      _ = ask.yield(Question(handover, continuation))
    }
    return try result.get()
  }
}
