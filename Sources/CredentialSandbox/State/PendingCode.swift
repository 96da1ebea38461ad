/// An authorization code that was handed out.
struct PendingCode: Sendable {
  /// The user.
  let subject: String
  /// The client.
  let client: String
  /// What was said at the sign-in.
  let options: SignInOptions
  /// Until when it may be redeemed, in seconds since 1970.
  let expires: Int64
  /// The grant that came of it; nil until it is used.
  var grant: Int?
}
