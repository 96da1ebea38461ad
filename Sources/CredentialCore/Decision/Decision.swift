/// What the rules make of an observation: the new row, what is published, when to look again.
package struct Decision: Sendable, Equatable {
  /// When the credential is looked at next.
  package enum NextLook: Sendable, Equatable {
    /// At its regular slot.
    case regular
    /// At this time, when the budget allows.
    case at(Moment)
    /// Not until something changes.
    case never
  }

  /// The row as it becomes; the tokens of grants that are gone from it are destroyed.
  package var credential: Credential
  /// What is published, in order.
  package var events: [EventDraft] = []
  /// When to look again.
  package var nextLook: NextLook = .regular
  /// Whether a look is to be made at once, whatever is planned.
  package var asksForLook = false
  /// Whether a proven verdict turned the state, or would have but for the brake.
  var isPronounced = false
  /// What keeps back a verdict that was not kept back by it before; nil when there is none.
  package var heldAnew: Hold.Cause?
  /// What the log is told beside the events.
  package var notices: [Notice] = []
  /// The rule or guard that decided; nil where there was nothing to decide.
  package var because: Ground?

  /// A decision that changes nothing of `credential`.
  package init(unchanged credential: Credential) { self.credential = credential }

  /// Says that `cause` keeps a verdict back from now on, and what it would have led to.
  mutating func noteHeldAnew(
    by cause: Hold.Cause, _ state: CredentialState, _ reason: Reason, _ evidence: Evidence
  ) {
    heldAnew = cause
    notices = [
      Notice(
        .verdictWithheld, credential.id,
        [
          "cause": .text(cause.rawValue), "state": .text(state.rawValue),
          "reason": .text(reason.rawValue), "evidence": .text(evidence.summary),
        ])
    ]
  }
}
