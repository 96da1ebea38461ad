/// News about one token, of a message that does not name its user.
package struct PushedToken: Sendable, Equatable {
  /// What the message calls the token.
  package let name: TokenName
  /// What tells it from every other push; see `Push`.
  package let id: String
  /// What is said.
  package let news: PushNews
  /// When that happened, by the provider's clock.
  package let at: Moment
  /// When it reached the service, by our clock.
  package let received: Moment
  /// Where it came from and what it was, for people.
  package let evidence: Evidence

  /// Describes the news.
  package init(
    _ name: TokenName, id: String, news: PushNews, at moment: Moment, received: Moment,
    evidence: Evidence
  ) {
    (self.name, self.id, self.news) = (name, id, news)
    at = moment
    (self.received, self.evidence) = (received, evidence)
  }

  /// The same about each of the users whose token is called so.
  package func pushes(about owners: [CredentialID]) -> [Push] {
    owners.enumerated().map { number, owner in
      Push(
        credential: owner, id: "\(id)\u{0}token \(number)", news: news, at: at,
        received: received, evidence: evidence)
    }
  }
}
