/// One refresh token of a grant.
struct RefreshToken: Sendable {
  /// The number of its grant.
  let grant: Int
  /// When it was given out, in seconds since 1970.
  let issued: Int64
  /// When it was replaced, in seconds since 1970; nil while it is the newest.
  var replaced: Int64?
  /// What it was replaced with.
  var successor: String?
}
