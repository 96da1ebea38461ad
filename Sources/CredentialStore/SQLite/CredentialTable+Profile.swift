internal import CredentialCore
internal import SQLite

extension CredentialTable {
  /// The sealed profile of a credential; nil when there is none.
  func profile(of number: Int64) throws -> [UInt8]? {
    let profile = try connection.first(
      "SELECT profile FROM credential_details WHERE id = ?", .integer(number)
    ) { row in row.isNull(0) ? nil : try row.blob(0) }
    return profile ?? nil
  }

  /// Destroys the profile of a credential.
  func destroyProfile(of number: Int64) throws {
    try connection.run(
      "UPDATE credential_details SET profile = NULL WHERE id = ?", .integer(number))
  }

  /// Whose account was deleted at `moment` or before and whose profile is still there, by number.
  func profilesOfDeleted(until moment: Moment) throws -> [Int64] {
    try connection.rows(
      """
      SELECT id FROM credential_details INDEXED BY credentials_deleted
      WHERE profile IS NOT NULL AND reason = 'account_deleted' AND since <= ?
      LIMIT 1000
      """, .moment(moment)
    ) { try $0.integer(0) }
  }

  /// Keeps a sealed profile.
  func setProfile(_ sealed: [UInt8], of number: Int64) throws {
    try connection.run(
      "UPDATE credential_details SET profile = ? WHERE id = ?", .blob(sealed), .integer(number))
  }
}
