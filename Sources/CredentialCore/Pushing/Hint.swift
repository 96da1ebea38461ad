/// Why a provider says that a user has gone, without a proof that suffices: a look decides, and when it
/// agrees, this is known of the reason.
package struct Hint: Sendable, Equatable {
  /// What is proven later than this is for another reason.
  static let span: Duration = .seconds(7 * 86_400)

  /// The provider's word for it, such as `UNLINK_FROM_APPS`.
  package let word: String
  /// Whether the user's account is said to be deleted.
  package let isDeletion: Bool
  /// When it was said.
  package let at: Moment

  /// Spells out a hint.
  package init(_ word: String, isDeletion: Bool, at moment: Moment) {
    self.word = word
    self.isDeletion = isDeletion
    at = moment
  }

  /// Whether it explains what is proven at `now`.
  func explains(at now: Moment) -> Bool { at <= now && now < at + Self.span }
}

extension Credential {
  /// The hint that explains what is proven at `now`.
  func explanation(at now: Moment) -> Hint? { hint.flatMap { $0.explains(at: now) ? $0 : nil } }
}

extension Judgement {
  /// The same with what the provider said beside the answers.
  func knowing(_ hint: Hint?) -> Judgement {
    guard let hint else { return self }
    var judgement = Judgement(
      decider: decider, policy: policy, book: book, index: index,
      evidence: Evidence("\(evidence.summary.prefix(140)); said before: \(hint.word)"), now: now)
    judgement.isAsIs = isAsIs
    return judgement
  }

  /// Looks have proven that the user has gone, and the account was said to be deleted.
  func delete(_ credential: Credential) -> Decision {
    var decision = Decision(unchanged: credential)
    decision.credential.grants = []
    decision.credential.staleSince = nil
    change(&decision, to: .notFound, .accountDeleted, action: .eraseAllowed)
    return plan(decision)
  }

  /// What another look finds that agrees with the revocation and was preceded by a word that the account
  /// is deleted; nil when there is none, or something keeps it back.
  func learnDeletion(_ credential: Credential) -> Decision? {
    guard credential.state == .revoked, let hint = credential.explanation(at: now),
      hint.isDeletion, restraint(on: credential) == nil, !keepsBackNow(credential.grants[index])
    else { return nil }
    return knowing(hint).delete(credential).on(Ground(.proven))
  }
}
