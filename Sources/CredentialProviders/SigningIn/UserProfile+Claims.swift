internal import CredentialCore
internal import JOSE
internal import JSON

extension UserProfile {
  /// What the claims of a token say (OpenID Connect Core §5.1, and Apple's `is_private_email`). What is
  /// no text, too long or holds control characters is left out: nobody is refused for it.
  init(_ claims: ClaimSet) {
    self.init()
    let text = { (name: String) in claims[name]?.string.flatMap(Self.plain) }
    name.given = text("given_name")
    name.middle = text("middle_name")
    name.family = text("family_name")
    name.full = text("name")
    name.locale = text("locale")
    mail = text("email").map { address in
      Mail(
        address, isVerified: (try? claims.flag("email_verified")) ?? nil,
        isRelay: (try? claims.flag("is_private_email")) ?? nil)
    }
  }
}
