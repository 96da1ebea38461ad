/// The addresses that a server's metadata names (OpenID Connect Discovery §3, RFC 8414 §2), checked.
struct ServerMetadata: Sendable, Equatable {
  /// Where tokens are refreshed.
  let token: String?
  /// Where tokens are introspected.
  let introspection: String?
  /// Where the issuer's keys lie.
  let keys: String?
  /// Where tokens are taken back; nil also for a host that is not allowed.
  var revocation: String?
}
