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
    let submission = try await details.submission(
      of: arguments.file(1), by: arguments.caller)
    let answer = try await operations.submitPush(submission, to: provider)
    return [BusValue(answer.fields)]
  }
}
