internal import CMicrohttpd
internal import Glibc

extension WebServer {
  /// Starts the C daemon; `context` is a retained `Service`.
  static func start(
    _ configuration: WebServerConfiguration, _ context: UnsafeMutableRawPointer
  ) throws(WebServerError) -> OpaquePointer {
    let place = "\(configuration.address) port \(configuration.port)"
    guard let address = SocketAddress(configuration.address, port: configuration.port) else {
      throw WebServerError(
        code: .badAddress,
        description: "cannot listen on \(place): not a numeric IPv4 or IPv6 address")
    }
    guard configuration.tls == nil || mhd_has_tls() != 0 else {
      throw WebServerError(
        code: .noTLS,
        description: "cannot serve TLS on \(place): the installed libmicrohttpd has no TLS support")
    }
    errno = 0
    if let daemon = startDaemon(configuration, address, context) { return daemon }
    let reason = errno == 0 ? "no reason given" : String(cString: strerror(errno))
    throw WebServerError(
      code: .notStarted,
      description:
        "cannot listen on \(place): \(reason); check that the port is free and that certificate"
        + " and key belong together")
  }

  private static func startDaemon(
    _ configuration: WebServerConfiguration, _ address: SocketAddress,
    _ context: UnsafeMutableRawPointer
  ) -> OpaquePointer? {
    let certificate = configuration.tls.flatMap { strdup($0.certificate) }
    let key = configuration.tls.flatMap { strdup($0.key) }
    let authority = configuration.tls?.clientAuthority.flatMap { strdup($0) }
    defer {
      free(authority)
      free(certificate)
      wipe(key)
    }
    return address.withPointer { pointer in
      var settings = mhd_settings(
        is_ipv6: address.isIPv6 ? 1 : 0, address: pointer, certificate_pem: certificate,
        key_pem: key, client_authority_pem: authority,
        connection_memory: configuration.maximumHead,
        connection_limit: configuration.maximumConnections,
        connection_timeout: configuration.idleSeconds)
      return mhd_start(
        &settings, Service.onRequest, Service.onTarget, Service.onCompleted, context)
    }
  }

  private static func wipe(_ text: UnsafeMutablePointer<CChar>?) {
    guard let text else { return }
    explicit_bzero(text, strlen(text))
    free(text)
  }
}
