internal import Crypto

/// What clients of a sandbox know or hold, made anew at each start.
struct SandboxSecrets: Sendable {
  /// The public half of what clients sign with.
  let clientKey: PublicKey
  /// The same of the team that a transfer gives the app to.
  let receivingKey: PublicKey
  /// The certificate, as PEM, that clients may show.
  let certificate: String
  /// The secret of the clients.
  let client: String
  /// The key of an administrator, which Kakao has.
  let admin: String
  /// What pushes that are not signed by a key are signed with, as GitHub's.
  let push: String

  /// Makes new secrets beside the keys.
  init(clientKey: PublicKey, receivingKey: PublicKey, certificate: String) {
    self.certificate = certificate
    self.receivingKey = receivingKey
    self.clientKey = clientKey
    client = Base64URL.encode(randomBytes(24))
    admin =
      LogEntry.mark(of: Base64URL.encode(randomBytes(24)))
      + LogEntry.mark(of: Base64URL.encode(randomBytes(24)))
    push = Base64URL.encode(randomBytes(24))
  }
}
