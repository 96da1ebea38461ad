internal import CredentialCore
internal import Crypto
internal import JOSE

extension TransmitterProfile {
  /// The event of a logout token.
  private static let logoutEvent = "http://schemas.openid.net/event/backchannel-logout"

  /// OpenID Connect Back-Channel Logout 1.0 §2.4: it ends sessions and withdraws nothing, so the state
  /// stays; a look is asked for, as other sessions of the user may have ended too.
  static func logout(algorithms: [SignatureAlgorithm]) -> TransmitterProfile {
    TransmitterProfile(
      noun: "the logout token", envelope: .field("logout_token"),
      mediaTypes: ["application/x-www-form-urlencoded"],
      types: .optional(["logout+jwt", "jwt"]), algorithms: algorithms, nonce: .absent,
      subjects: [.claim], needsSubject: true,
      meanings: [logoutEvent: .news([.signal(.sessionEnd), .askForLook])], required: logoutEvent,
      status: 200)
  }
}
