/// How a user who is gone, or whose tokens are, shows; each kind of provider has its own few.
package enum RevokedAs: String, Sendable, CaseIterable {
  /// The refresh token is invalid.
  case invalidGrant = "invalid_grant"
  /// "The user has revoked authorization for the client."
  case invalidRequest = "invalid_request"
  /// The account was deleted.
  case deleted
  /// A replaced refresh token came again, so all of its family are dead; the service does it.
  case reuse
  /// The user must be asked something first.
  case interactionRequired = "interaction_required"
  /// The user must sign in first.
  case loginRequired = "login_required"
  /// The user must consent first.
  case consentRequired = "consent_required"
  /// Google: a policy wants the user to sign in again; `invalid_grant` with this subtype.
  case invalidRapt = "invalid_rapt"
  /// Google: the same with the other subtype.
  case raptRequired = "rapt_required"
  /// Google: `invalid_grant` that says no more than "Bad Request".
  case badRequest = "bad_request"
  /// Google: an administrator of the user's organization forbids it.
  case adminPolicyEnforced = "admin_policy_enforced"
  /// Kakao: not linked to the app (-101).
  case notLinked = "not_linked"
  /// Kakao: the account is dormant or does not exist (-103).
  case dormant
  /// Kakao: linking was begun and not finished (`has_signed_up` is false).
  case pending
  /// Kakao: the account is restricted (-4).
  case restricted
  /// Kakao: the user is under 14 years old (-406).
  case underage
  /// GitHub: the authorization was withdrawn.
  case unauthorized

  /// Reads the word of a command line.
  init(word: String) throws(SandboxError) {
    guard let known = RevokedAs(rawValue: word), known != .reuse else {
      let names = Self.allCases.filter { $0 != .reuse }.map(\.rawValue).joined(separator: ", ")
      throw SandboxError(.usage, "\"\(word)\" is no way to be revoked; there are: \(names)")
    }
    self = known
  }
}
