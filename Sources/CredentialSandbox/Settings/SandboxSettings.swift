/// What a sandbox stands in for and where it lives.
package struct SandboxSettings: Sendable {
  /// Which kind of provider it is.
  package var kind: SandboxKind
  /// The folder for certificate, key, log and control socket; made with mode 0700 if missing.
  package var directory: String
  /// The numeric loopback address to listen on.
  package var address: String
  /// The port; 0 lets the system choose.
  package var port: UInt16
  /// The 10-character team id that client secrets must name as issuer.
  package var team: String
  /// The 10-character id of the service's key, `kid` of client secrets.
  package var keyID: String
  /// The team that a transfer gives the app to.
  package var receivingTeam = "TEAM654321"
  /// The id of the receiving team's key.
  package var receivingKeyID = "KEY7654321"
  /// The client ids that are registered, in order; the first is the default for new users.
  package var clients: [String]
  /// More host names for the server's certificate, besides `localhost`.
  package var names: [String]
  /// What the kinds `oidc` and `introspection` do where servers differ.
  package var oidc = OIDCSettings()
  /// What the kind `kakao` does where the documentation leaves it open.
  package var kakao = KakaoSettings()
  /// What the kind `google` does.
  package var google = GoogleSettings()

  /// Makes settings with the ids that the documentation's examples use.
  package init(
    directory: String, kind: SandboxKind = .apple, address: String = "127.0.0.1", port: UInt16 = 0,
    team: String = "TEAM123456", keyID: String = "KEY1234567",
    clients: [String] = ["com.example.app"], names: [String] = []
  ) {
    self.kind = kind
    self.directory = directory
    self.address = address
    self.port = port
    self.team = team
    self.keyID = keyID
    self.clients = clients
    self.names = names
  }
}
