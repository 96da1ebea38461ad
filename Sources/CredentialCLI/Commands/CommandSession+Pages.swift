internal import CredentialCore

extension CommandSession {
  /// Prints a list page by page, at most `limit` rows of it; `page` reads the one behind a cursor.
  func list(
    _ name: String, columns: [TableColumn], limit: UInt64?,
    page: (_ cursor: String, _ limit: UInt32) async throws -> CredentialListing
  ) async throws -> Int32 {
    var (left, cursor, isFirst) = (limit ?? .max, "", true)
    repeat {
      let page = try await page(cursor, UInt32(min(left, CommonOptions.pageSize)))
      if isFirst { try await output.beginRows(name, columns: columns) }
      isFirst = false
      let rows = page.rows.prefix(Int(clamping: left))
      try await output.rows(Array(rows))
      left -= UInt64(rows.count)
      guard page.nextCursor != cursor else { break }
      cursor = page.nextCursor
    } while !cursor.isEmpty && left > 0
    try await output.endRows()
    return ExitStatus.done.rawValue
  }
}
