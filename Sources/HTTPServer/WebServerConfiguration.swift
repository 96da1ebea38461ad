/// Where a `WebServer` listens and what it bounds.
package struct WebServerConfiguration: Sendable {
  /// A certificate chain and its private key.
  package struct TLS: Sendable {
    /// The certificate, followed by any intermediates, as PEM.
    package let certificate: String
    /// The private key as unencrypted PEM. Never printed by this module.
    package let key: String
    /// The authority, as PEM, whose certificates clients may show; nil: they are not asked. What
    /// they show is told, not verified: `ServerRequest.clientCertificate`.
    package let clientAuthority: String?

    /// Makes the pair a server shows to its clients.
    package init(certificate: String, key: String, clientAuthority: String? = nil) {
      self.clientAuthority = clientAuthority
      self.certificate = certificate
      self.key = key
    }
  }

  /// A numeric IPv4 or IPv6 address, for example `127.0.0.1` or `::1`.
  package var address: String
  /// The port; 0 lets the system choose one, which `WebServer.port` then tells.
  package var port: UInt16
  /// The certificate; nil for plain HTTP.
  package var tls: TLS?
  /// The longest body accepted; a longer one is answered with 413.
  package var maximumBody: Int
  /// Memory for request line and headers of one connection, in bytes; more is answered with 431.
  package var maximumHead: Int
  /// The most connections at once; more wait or are refused.
  package var maximumConnections: UInt32
  /// Seconds after which an idle connection is closed.
  package var idleSeconds: UInt32

  /// Makes a configuration for one address with bounds that suit small requests.
  package init(
    address: String, port: UInt16 = 0, tls: TLS? = nil, maximumBody: Int = 65_536,
    maximumHead: Int = 32_768, maximumConnections: UInt32 = 512, idleSeconds: UInt32 = 60
  ) {
    self.address = address
    self.port = port
    self.tls = tls
    self.maximumBody = maximumBody
    self.maximumHead = maximumHead
    self.maximumConnections = maximumConnections
    self.idleSeconds = idleSeconds
  }
}
