/// One user as `user list` shows it.
package struct SandboxUser: Sendable, Equatable {
  /// The user id the provider gives out.
  package let subject: String
  /// The clients the user has signed in to, in order of the first sign-in.
  package let clients: [String]
  /// How the latest sign-in is revoked; nil while it is good.
  package let revokedAs: RevokedAs?
}
