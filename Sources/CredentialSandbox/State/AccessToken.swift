/// The newest access token of a grant.
struct AccessToken: Sendable {
  /// The number of its grant.
  let grant: Int
  /// When it was given out, in seconds since 1970.
  let issued: Int64
  /// When it ends, in seconds since 1970.
  let expires: Int64
}
