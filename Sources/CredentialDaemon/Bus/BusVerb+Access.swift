internal import CredentialCore
internal import Linux
internal import Systemd

extension BusVerb {
  /// Hands an access token over, in a file that nobody can change.
  static let getAccessToken = BusVerb(
    "GetAccessToken", input: credential,
    output: [.init("token", "h"), .init("facts", "a{sv}")], changes: true, flags: 1
  ) { arguments, operations in
    let token = try await operations.accessToken(
      for: arguments.credential(), isNew: arguments.flags & 1 != 0)
    var facts: Fields = ["client": .text(token.client.text)]
    facts.add("expires", token.expires.map(Value.time))
    return [.descriptor(try file(with: token.token)), BusValue(facts)]
  }

  private static func file(with token: Secret) throws(OperationError) -> FileDescriptor {
    do throws(SystemError) {
      return try token.withBytes { bytes throws(SystemError) in
        try FileDescriptor(sealed: bytes, name: "access-token")
      }
    } catch {
      throw OperationError(.internal, "the token cannot be handed over: \(error)")
    }
  }
}
