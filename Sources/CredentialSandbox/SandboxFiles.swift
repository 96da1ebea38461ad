/// Where the files of a sandbox are, all in one folder.
package struct SandboxFiles: Sendable, Equatable {
  /// The folder.
  package let directory: String
  /// The authority's certificate, for clients to trust.
  package var authority: String { "\(directory)/ca.pem" }
  /// The socket that `control` speaks to.
  package var control: String { "\(directory)/control.sock" }
  /// The append-only log of requests, one JSON object a line.
  package var log: String { "\(directory)/requests.log" }
  /// Held while a sandbox runs in the folder.
  package var lock: String { "\(directory)/lock" }

  /// The secret of the clients, for kinds whose clients have one.
  package var clientSecret: String { "\(directory)/client-secret" }

  /// The certificate that clients may show, for kinds that take one; its key is `signingKey`.
  package var clientCertificate: String { "\(directory)/client.pem" }
  /// The key of an administrator, for the kind `kakao`.
  package var adminKey: String { "\(directory)/admin-key" }
  /// The secret that pushes are signed with, for the kind `github`.
  package var pushSecret: String { "\(directory)/push-secret" }

  /// The service's private key, which signs client secrets.
  package func signingKey(_ keyID: String) -> String { "\(directory)/AuthKey_\(keyID).p8" }

  /// Names the files under `directory`.
  package init(directory: String) { self.directory = directory }
}
