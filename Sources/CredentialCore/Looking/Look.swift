/// Why a look is made; decides which budget it is charged to.
package enum LookPurpose: String, Sendable, CaseIterable {
  /// The regular look of the schedule.
  case scheduled
  /// The second look that a suspicion waits for.
  case confirmation
  /// Somebody asked (`CheckNow`).
  case manual
}

/// A claimed look: the store has charged its budget durably, and nobody else makes it.
package struct Look: Sendable {
  /// The credential to ask about.
  package let credential: CredentialID
  /// The client the token was issued to.
  package let client: ClientID
  /// The token's number; a result is judged against it.
  package let epoch: Epoch
  /// The refresh token, unsealed.
  package let token: Secret
  /// Why it is made.
  package let purpose: LookPurpose
  /// When it was claimed.
  package let claimed: Moment
  /// Whether a redacted form of its answer is kept; see `Recording`.
  package var isRecorded = false
  /// Whether somebody waits for the access token that its answer may hold.
  package var isForAccess = false

  /// Describes a claimed look.
  package init(
    credential: CredentialID, client: ClientID, epoch: Epoch, token: Secret, purpose: LookPurpose,
    claimed: Moment
  ) {
    self.credential = credential
    self.client = client
    self.epoch = epoch
    self.token = token
    self.purpose = purpose
    self.claimed = claimed
  }
}

/// How one look ended.
package struct LookResult: Sendable {
  /// The look.
  package let look: Look
  /// The class of the answer.
  package let answer: Answer
  /// Whether the request may have reached the provider; if surely not, its budget is refunded.
  package let mayHaveBeenSent: Bool
  /// When the answer, or the failure, was known.
  package let answered: Moment
  /// What it was, for people.
  package let evidence: Evidence
  /// The peer's clock beside ours; nil when the answer did not tell, or another one of the same
  /// batch did.
  package let clock: ServerClock?
  /// The redacted answer, when the look is recorded.
  package let record: RecordedAnswer?
  /// A refresh token that the answer gives in place of the one that was presented; the commit makes it
  /// durable before anything else counts.
  package let replacement: Secret?
  /// Whether the provider may have replaced the token without our having the new one: the request may
  /// have arrived, and no word of the provider's own came back.
  package let mayHaveRotated: Bool
  /// The access token that the answer gives, when somebody waits for it.
  package var access: AccessToken?

  /// Describes the end of `look`. Without `mayHaveRotated` it is taken from the answer: a failure to
  /// learn what a request led to that may have arrived.
  package init(
    look: Look, answer: Answer, mayHaveBeenSent: Bool, answered: Moment, evidence: Evidence,
    clock: ServerClock? = nil, record: RecordedAnswer? = nil, replacement: Secret? = nil,
    mayHaveRotated: Bool? = nil
  ) {
    self.look = look
    self.answer = answer
    self.mayHaveBeenSent = mayHaveBeenSent
    self.answered = answered
    self.evidence = evidence
    self.clock = clock
    self.record = record
    self.replacement = replacement
    let isUnknown = if case .transient = answer { true } else { false }
    self.mayHaveRotated =
      mayHaveBeenSent && replacement == nil && (mayHaveRotated ?? isUnknown)
  }
}
