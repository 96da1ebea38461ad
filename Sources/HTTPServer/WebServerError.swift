/// Why a `WebServer` could not be started.
package struct WebServerError: Error, CustomStringConvertible, Sendable {
  /// The closed set of causes.
  package enum Code: Sendable {
    /// The address is not a numeric IPv4 or IPv6 address.
    case badAddress
    /// The installed libmicrohttpd was built without TLS.
    case noTLS
    /// The listening socket, the certificate or a thread could not be set up.
    case notStarted
  }

  /// Which of the causes.
  package let code: Code
  /// What happened, to what, and what to do next.
  package let description: String
}
