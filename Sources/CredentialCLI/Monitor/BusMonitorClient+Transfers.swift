package import CredentialCore
internal import Systemd

extension BusMonitorClient {
  /// See `MonitorClient`.
  package func transfer(provider: String) async throws(CommandFailure) -> Fields {
    let answer = try await call("GetTransfer", [.string(provider), .uint64(0)])
    guard let row = answer.first else { throw BusRow.unreadable }
    return try BusRow.fields(row)
  }

  /// See `MonitorClient`.
  package func transfers(
    provider: String, unmapped: Bool, cursor: String, limit: UInt32
  ) async throws(CommandFailure) -> CredentialListing {
    let answer = try await call(
      "ListTransfers",
      [.string(provider), .string(cursor), .uint32(limit), .uint64(unmapped ? 1 : 0)])
    guard answer.count == 2, let next = answer[1].text else { throw BusRow.unreadable }
    return CredentialListing(rows: try BusRow.rows(answer[0]), nextCursor: next)
  }
}
