internal import CredentialCore
internal import Systemd

extension BusVerb {
  /// Verifies a sign-in and keeps what came of it.
  static let signIn = BusVerb(
    "SignIn",
    input: [.init("provider", "s"), .init("sign_in", "h"), .init("details", "a{sv}")],
    output: [.init("answer", "a{sv}")], changes: true
  ) { arguments, operations in
    let provider = try arguments.provider(arguments.text(0))
    let details = try RegistrationDetails(arguments.fields(2))
    let document = try SignInDocument(
      try await TokenReader.readSecret(try arguments.file(1), .document))
    let answer = try await operations.signIn(
      SignInRequest(
        provider: provider, handover: document.handover, account: details.account,
        labels: details.labels, by: arguments.caller))
    var fields = answer.fields
    fields.add(
      "ignored", document.ignored.isEmpty ? nil : .list(document.ignored.map(Value.text)))
    return [BusValue(fields)]
  }

  /// What is known of a user; root's, as it is the user's own.
  static let getUser = BusVerb(
    "GetUser", input: credential, output: [.init("user", "a{sv}")], changes: true
  ) { arguments, operations in
    [BusValue(try await operations.user(arguments.credential()).fields)]
  }
}
