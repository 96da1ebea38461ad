/// What a provider said of one user of its own accord; its signature was verified before.
package struct Push: Sendable, Equatable {
  /// About whom.
  package let credential: CredentialID
  /// What tells it from every other push of the provider: the transmitter's id of it (`jti`), or a hash
  /// of its bytes where there is none. Two pieces of news of one message need two.
  package let id: String
  /// What it says.
  package let news: PushNews
  /// When that happened, by the provider's clock.
  package let at: Moment
  /// When it reached the service, by our clock.
  package let received: Moment
  /// Where it came from and what it was, for people; never its bytes.
  package let evidence: Evidence

  /// Describes a push.
  package init(
    credential: CredentialID, id: String, news: PushNews, at: Moment, received: Moment,
    evidence: Evidence
  ) {
    self.credential = credential
    self.id = id
    self.news = news
    self.at = at
    self.received = received
    self.evidence = evidence
  }
}
