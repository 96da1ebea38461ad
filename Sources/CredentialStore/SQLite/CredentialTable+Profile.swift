internal import SQLite

extension CredentialTable {
  /// The sealed profile of a credential; nil when there is none.
  func profile(of number: Int64) throws -> [UInt8]? {
    let profile = try connection.first(
      "SELECT profile FROM credential_details WHERE id = ?", .integer(number)
    ) { row in row.isNull(0) ? nil : try row.blob(0) }
    return profile ?? nil
  }

  /// Keeps a sealed profile.
  func setProfile(_ sealed: [UInt8], of number: Int64) throws {
    try connection.run(
      "UPDATE credential_details SET profile = ? WHERE id = ?", .blob(sealed), .integer(number))
  }
}
