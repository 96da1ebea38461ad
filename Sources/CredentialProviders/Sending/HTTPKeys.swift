internal import CredentialCore
internal import HTTP
internal import Linux

/// The configuration keys that every provider over HTTP has.
enum HTTPKeys {
  static let http2 = Key<Bool>(
    "http2", default: true, "Whether HTTP/2 is offered; false keeps to HTTP/1.1.")
  static let connectTimeout = Key<Duration>(
    "connect_timeout", default: .seconds(10), range: "100ms to 2m",
    "The longest time for name, connection and TLS.",
    check: Bounds.durations(.milliseconds(100), .seconds(120)))
  static let requestTimeout = Key<Duration>(
    "request_timeout", default: .seconds(30), range: "100ms to 1m",
    "The longest time for a whole request.",
    check: Bounds.durations(.milliseconds(100), .seconds(60)))
  static let caFile = Key<String>.optional(
    "ca_file", range: "an absolute path",
    "A PEM file of certificate authorities to trust besides the system's.",
    check: Bounds.absolutePath)
  static let proxy = Key<String>.optional(
    "proxy", range: "an address such as http://proxy.example:3128",
    "The proxy to use; the environment's is never used.",
    check: { text in
      ["http://", "https://", "socks5h://"].contains { text.hasPrefix($0) }
        ? nil : "must begin with http://, https:// or socks5h://"
    })
  static let noProxy = Key<[String]>(
    "no_proxy", default: [], range: "host names", "Hosts that are reached without the proxy.")

  static let documentation = [
    http2.documentation, connectTimeout.documentation, requestTimeout.documentation,
    caFile.documentation, proxy.documentation, noProxy.documentation,
  ]

  /// Reads the keys; a file of authorities that cannot be used is a fault. Where an answer that is lost
  /// takes the token with it each request has a connection of its own.
  static func read(
    _ section: inout Section, _ context: ProviderContext, for rotation: Rotation = .none
  ) -> HTTPConfiguration {
    var configuration = HTTPConfiguration(userAgent: context.userAgent)
    configuration.keepsConnections = !rotation.isRotating
    configuration.version = section.read(http2) ? .http2 : .http1
    configuration.connectTimeout = section.read(connectTimeout)
    configuration.totalTimeout = section.read(requestTimeout)
    configuration.proxy = section.readIfPresent(proxy).map(HTTPProxy.init)
    configuration.noProxy = section.read(noProxy)
    if let path = section.readIfPresent(caFile) {
      configuration.caFile = path
      if let problem = HTTPSetupError.problem(withCAFile: path) {
        section.fault(caFile.name, problem, at: section.position(of: caFile.name))
      }
    }
    return configuration
  }
}
