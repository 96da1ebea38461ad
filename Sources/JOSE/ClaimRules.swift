/// What the claims of a token must say for one receiver, from its configuration and the request.
package struct ClaimRules: Sendable, Equatable {
  /// Whether a claim must be there.
  package enum Presence: Sendable, Equatable {
    /// It must be there and is judged.
    case required
    /// It is judged when it is there.
    case ifPresent
    /// It is not looked at.
    case ignored
  }

  /// What `nonce` must be (OpenID Connect Core §3.1.3.7 item 11).
  package enum NonceRule: Sendable, Equatable {
    /// This text, byte by byte.
    case equal(String)
    /// Anything: no nonce was sent.
    case any
    /// It must not be there, so that no logout token passes for an identity token (OpenID Connect
    /// Back-Channel Logout §2.4).
    case absent
  }

  /// Who must stand in `azp` when it is there (OpenID Connect Core §2).
  package enum PartyRule: Sendable, Equatable {
    /// One of the audiences.
    case audience
    /// One of these.
    case oneOf([String])
    /// Anybody.
    case any
  }

  /// The issuers that are taken, byte by byte.
  package var issuers: [String]
  /// Those whom the token may be for.
  package var audiences: [String]
  /// Whether others may stand beside one of `audiences`, as in a security event for several.
  package var allowsForeignAudiences = false
  /// Who may stand in `azp`.
  package var party = PartyRule.audience
  /// What `nonce` must be.
  package var nonce = NonceRule.any
  /// Whether `exp` must be there; when it is ignored, so is `nbf`.
  package var expiry = Presence.required
  /// Whether `iat` must be there.
  package var issued = Presence.required
  /// Whether `sub` must be there.
  package var subject = Presence.required
  /// How far the issuer's clock may be from ours, in seconds.
  package var leeway: Int64
  /// The longest time since `iat`, in seconds; nil for any.
  package var maximumAge: Int64?

  /// Rules of an identity token (OpenID Connect Core §3.1.3.7); change members for other tokens.
  package init(issuers: [String], audiences: [String], leeway: Int64) {
    self.issuers = issuers
    self.audiences = audiences
    self.leeway = leeway
  }
}
