internal import CCurl

extension HTTPConfiguration {
  /// Sets the options that every request of a client has.
  func apply(to easy: UnsafeMutableRawPointer) {
    ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    ccurl_set_text(
      easy, CURLOPT_PROTOCOLS_STR, allowsPlainText ? "https,http" : "https")
    ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0)
    ccurl_set_text(easy, CURLOPT_USERAGENT, userAgent)
    // The least that libcurl takes: its buffer is allocated anew for every request with a body.
    ccurl_set_long(easy, CURLOPT_UPLOAD_BUFFERSIZE, 16_384)
    // An empty list offers every coding that this libcurl can unpack.
    ccurl_set_text(easy, CURLOPT_ACCEPT_ENCODING, "")
    applyTrust(to: easy)
    applyTimes(to: easy)
    applyConnection(to: easy)
  }

  private func applyTrust(to easy: UnsafeMutableRawPointer) {
    ccurl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 1)
    ccurl_set_long(easy, CURLOPT_SSL_VERIFYHOST, 2)
    ccurl_set_long(easy, CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
    if let caFile { ccurl_set_text(easy, CURLOPT_CAINFO, caFile) }
    guard let identity else { return }
    identity.certificate.withUnsafeBytes {
      _ = ccurl_set_blob(easy, CURLOPT_SSLCERT_BLOB, $0.baseAddress, $0.count)
    }
    identity.key.withUnsafeBytes {
      _ = ccurl_set_blob(easy, CURLOPT_SSLKEY_BLOB, $0.baseAddress, $0.count)
    }
  }

  private func applyTimes(to easy: UnsafeMutableRawPointer) {
    ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, connectTimeout.milliseconds)
    ccurl_set_long(easy, CURLOPT_TIMEOUT_MS, totalTimeout.milliseconds)
    ccurl_set_long(easy, CURLOPT_MAXAGE_CONN, idleLife.milliseconds / 1000)
    ccurl_set_long(easy, CURLOPT_MAXLIFETIME_CONN, connectionLife.milliseconds / 1000)
    ccurl_set_long(easy, CURLOPT_DNS_CACHE_TIMEOUT, nameLife.milliseconds / 1000)
  }

  private func applyConnection(to easy: UnsafeMutableRawPointer) {
    let wanted = version == .http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
    ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(wanted))
    ccurl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1)
    ccurl_set_long(easy, CURLOPT_FRESH_CONNECT, keepsConnections ? 0 : 1)
    ccurl_set_long(easy, CURLOPT_FORBID_REUSE, keepsConnections ? 0 : 1)
    ccurl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    // An empty proxy also keeps libcurl from reading the environment (CURLOPT_PROXY(3)).
    ccurl_set_text(easy, CURLOPT_PROXY, proxy?.address ?? "")
    ccurl_set_text(easy, CURLOPT_NOPROXY, noProxy.joined(separator: ","))
  }
}

extension Duration {
  /// Whole milliseconds, at least one, as libcurl takes zero for "no limit".
  fileprivate var milliseconds: Int {
    let (seconds, attoseconds) = components
    let bounded = min(max(seconds, 0), 86_400 * 365)
    return max(1, Int(bounded) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
