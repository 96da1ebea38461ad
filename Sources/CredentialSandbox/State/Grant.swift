/// One sign-in of one user to one client: what a family of refresh tokens stands for.
struct Grant: Sendable {
  /// Its number, from 1.
  let number: Int
  /// The user.
  let subject: String
  /// The client.
  let client: String
  /// When the user signed in, in seconds since 1970.
  let issued: Int64
  /// What was said at the sign-in.
  let options: SignInOptions
  /// How it is dead; nil while it is good.
  var revokedAs: RevokedAs?
}
