package import CredentialCore
internal import Systemd

extension BusMonitorClient {
  /// See `MonitorClient`.
  package func startRecording(
    provider: String, subject: String
  ) async throws(CommandFailure) -> Moment {
    let answer = try await call(
      "StartRecording", [.string(provider), .string(subject), .uint64(0)])
    guard case .int64(let since)? = answer.first else { throw BusRow.unreadable }
    return Moment(milliseconds: since)
  }

  /// See `MonitorClient`.
  package func stopRecording(
    provider: String, subject: String
  ) async throws(CommandFailure) {
    _ = try await call("StopRecording", [.string(provider), .string(subject), .uint64(0)])
  }

  /// See `MonitorClient`.
  package func recordings(provider: String) async throws(CommandFailure) -> [Fields] {
    let answer = try await call("ListRecordings", [.string(provider), .uint64(0)])
    guard let rows = answer.first else { throw BusRow.unreadable }
    return try BusRow.rows(rows)
  }
}
