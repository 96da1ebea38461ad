/// What a provider needs to know of a user who is enrolled, and what it refuses.
package struct EnrolmentRules: Sendable {
  /// Whether the provider is asked with a token of the user's.
  package let needsToken: Bool
  /// Says why a text is no user ID of this provider, as the end of a sentence; nil when it is one.
  package let problem: @Sendable (Subject) -> String?

  /// Spells out the rules; without arguments a token is needed and every user ID is taken.
  package init(
    needsToken: Bool = true, problem: @escaping @Sendable (Subject) -> String? = { _ in nil }
  ) {
    self.needsToken = needsToken
    self.problem = problem
  }

  /// Refuses what is not enrolled, with a sentence for the caller.
  package func check(
    _ subject: Subject, token: Secret, of provider: ProviderName
  ) throws(OperationError) {
    if let problem = problem(subject) {
      throw OperationError(
        .invalidArgument, "\(subject) is no user ID of \(provider): it \(problem)")
    }
    if needsToken, token.count == 0 {
      throw OperationError(.invalidArgument, "the token is empty; \(provider) is asked with it")
    }
    guard needsToken || token.count == 0 else {
      throw OperationError(
        .invalidArgument,
        "\(provider) needs no token, so that none is kept; register the user without one")
    }
  }
}
