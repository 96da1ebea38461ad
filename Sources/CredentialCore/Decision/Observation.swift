/// What one look or report said about one credential, ready to be judged against the current rows.
package struct Observation: Sendable {
  /// Who said it.
  package enum Source: Sendable {
    /// The provider, asked.
    case look
    /// The user's device.
    case report
  }

  /// Who said it.
  package let source: Source
  /// The grant it was made for; a newer sign-in is out of its reach.
  package let epoch: Epoch
  /// The class of the answer.
  package private(set) var answer: Answer
  /// Whether the request may have reached the provider.
  package let mayHaveBeenSent: Bool
  /// Whether the token was replaced, and the new one is here.
  let isReplaced: Bool
  /// Whether the token may have been replaced, and the new one is not here.
  let mayHaveRotated: Bool
  /// When the request was made.
  package let asked: Moment
  /// When the answer was known.
  package let answered: Moment
  /// What it was, for people.
  package let evidence: Evidence

  /// The same as an answer of the dead set.
  var presumed: Observation {
    var presumed = self
    presumed.answer = .dead(.tokenDead)
    return presumed
  }

  /// The same as an answer that names another identifier.
  var moved: Observation {
    var moved = self
    moved.answer = .transferred
    return moved
  }

  /// The observation that a look's result is.
  package init(_ result: LookResult) {
    source = .look
    epoch = result.look.epoch
    answer = result.answer
    mayHaveBeenSent = result.mayHaveBeenSent
    isReplaced = result.replacement != nil
    mayHaveRotated = result.mayHaveRotated
    asked = result.look.claimed
    answered = result.answered
    evidence = result.evidence
  }

  /// The observation that a report about `grant` is: a negative one, made when it was received, since
  /// others bear witness by our clock.
  init(_ report: Report, of grant: Grant) {
    source = .report
    epoch = grant.epoch
    answer = .dead(.tokenDead)
    mayHaveBeenSent = true
    (isReplaced, mayHaveRotated) = (false, false)
    (asked, answered) = (report.received, report.received)
    evidence = report.evidence
  }
}
