package import CredentialCore
internal import Systemd

extension BusMonitorClient {
  /// See `MonitorClient`; body and authorization travel in pipes.
  package func submitPush(_ push: PushHandover) async throws(CommandFailure) -> Fields {
    var details: [BusField] = []
    if let type = push.contentType { details.append(BusField("content_type", .string(type))) }
    if let received = push.received {
      details.append(BusField("received_at", .int64(received.milliseconds)))
    }
    if let authorization = push.authorization {
      let file = try TokenPipe.descriptor(with: authorization)
      details.append(BusField("authorization", .descriptor(file)))
    }
    for header in push.headers {
      details.append(BusField(header.name, .string(header.value)))
    }
    let answer = try await call(
      "SubmitPush",
      [
        .string(push.provider), .descriptor(try TokenPipe.descriptor(with: Secret(push.body))),
        .fields(details), .uint64(0),
      ], timeout: Self.testTimeout)
    guard let row = answer.first else { throw BusRow.unreadable }
    return try BusRow.fields(row)
  }
}
