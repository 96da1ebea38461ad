package import CredentialCore
internal import Systemd

extension BusMonitorClient {
  /// How long a sign-in may take: keys and an exchange, each as long as a request may take.
  private static let signInTimeout: Duration = .seconds(150)

  /// See `MonitorClient`; the document travels in a pipe.
  package func signIn(_ handoff: SignInHandoff) async throws(CommandFailure) -> Fields {
    let details = Self.details(account: handoff.account, labels: handoff.labels)
    let pipe = try TokenPipe.descriptor(with: handoff.document)
    let answer = try await call(
      "SignIn", [.string(handoff.provider), .descriptor(pipe), .fields(details), .uint64(0)],
      timeout: Self.signInTimeout)
    return try row(answer, 0)
  }

  /// See `MonitorClient`.
  package func user(
    provider: String, subject: String
  ) async throws(CommandFailure) -> Fields {
    try row(try await call("GetUser", [.string(provider), .string(subject), .uint64(0)]), 0)
  }

  /// The `details` of a call.
  static func details(account: String?, labels: [Label]?) -> [BusField] {
    var details: [BusField] = []
    if let account { details.append(BusField("account", .string(account))) }
    if let labels {
      let pairs = labels.map { BusValue.entry(.string($0.key), .string($0.value)) }
      details.append(BusField("labels", .array(of: "{ss}", pairs)))
    }
    return details
  }
}
