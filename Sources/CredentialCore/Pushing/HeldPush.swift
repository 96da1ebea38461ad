/// A conclusive push that is kept back: the state has not changed and there is no event.
package struct HeldPush: Sendable, Equatable {
  /// What it leads to.
  package let verdict: PushVerdict
  /// When that happened, by the provider's clock.
  package let at: Moment
  /// What it was, for people.
  package let evidence: Evidence
  /// What keeps it back.
  package let hold: Hold

  /// Keeps a push back.
  package init(_ verdict: PushVerdict, at moment: Moment, evidence: Evidence, hold: Hold) {
    self.verdict = verdict
    at = moment
    self.evidence = evidence
    self.hold = hold
  }
}
