internal import CredentialCore
internal import Systemd

extension BusVerb {
  /// Takes what a provider pushed to an endpoint of the service.
  static let submitPush = BusVerb(
    "SubmitPush",
    input: [.init("provider", "s"), .init("body", "h"), .init("details", "a{sv}")],
    output: [.init("answer", "a{sv}")], changes: true
  ) { arguments, operations in
    let provider = try arguments.provider(arguments.text(0))
    let details = try SubmissionDetails(arguments.fields(2))
    let body = try await TokenReader.readBody(try arguments.file(1))
    var authorization: Secret?
    if let file = details.authorization { authorization = try await TokenReader.readSecret(file) }
    let submission = PushSubmission(
      body: body, contentType: details.contentType, authorization: authorization,
      headers: details.headers, received: details.received)
    return [BusValue(try await operations.submitPush(submission, to: provider).fields)]
  }
}
