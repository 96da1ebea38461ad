internal import CredentialCore
internal import Linux
internal import Systemd

extension BusMonitorClient {
  /// No longer token is taken.
  private static let longestToken = 16_384

  /// See `MonitorClient`; the token comes in a file.
  package func accessToken(
    provider: String, subject: String, isNew: Bool
  ) async throws(CommandFailure) -> AccessHandover {
    let answer = try await call(
      "GetAccessToken", [.string(provider), .string(subject), .uint64(isNew ? 1 : 0)])
    guard case .descriptor(let file)? = answer.first else { throw BusRow.unreadable }
    return AccessHandover(token: try Self.token(in: file), facts: try row(answer, 1))
  }

  private static func token(in file: FileDescriptor) throws(CommandFailure) -> Secret {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      while bytes.count <= longestToken, let more = try file.read(upTo: longestToken + 1),
        !more.isEmpty
      { bytes += more }
    } catch {
      throw CommandFailure(
        .internal, "the token that credstated handed over cannot be read: \(error)")
    }
    guard (1...longestToken).contains(bytes.count),
      bytes.allSatisfy({ (0x21...0x7e).contains($0) })
    else { throw BusRow.unreadable }
    return Secret(bytes)
  }
}
