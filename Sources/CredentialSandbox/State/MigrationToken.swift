/// An access token for the exchange of users' names in a transfer.
struct MigrationToken: Sendable {
  /// The team that got it.
  let team: String
  /// When it ends, in seconds since 1970.
  let expires: Int64
}
