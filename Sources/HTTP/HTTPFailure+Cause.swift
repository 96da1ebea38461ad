internal import CCurl
internal import Glibc

extension HTTPFailure {
  /// What exactly is amiss, where the library tells more than where it broke.
  package enum Cause: Sendable, Equatable {
    /// The peer's certificate is no longer valid.
    case certificateExpired
    /// The peer's certificate is not valid yet.
    case certificateNotYetValid
    /// No known authority has signed the peer's certificate.
    case certificateUntrusted
    /// The peer's certificate is for other names.
    case certificateName
    /// The name of the proxy was not found.
    case proxyNotFound
    /// The proxy answered the request for a tunnel with this status (RFC 9110 §9.3.6).
    case proxyRefused(status: Int)
    /// Nobody listens at the address.
    case connectionRefused
  }

  /// What the library tells about a transfer that ended with `code`.
  static func cause(of code: CURLcode, in easy: UnsafeMutableRawPointer) -> Cause? {
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY: .proxyNotFound
    case CURLE_PEER_FAILED_VERIFICATION: certificate(number(CURLINFO_SSL_VERIFYRESULT, easy))
    case CURLE_COULDNT_CONNECT:
      number(CURLINFO_OS_ERRNO, easy) == Int(ECONNREFUSED) ? .connectionRefused : nil
    default: tunnel(number(CURLINFO_HTTP_CONNECTCODE, easy))
    }
  }

  /// The result of the check by the TLS library, X509_V_ERR_* of x509_vfy.h(3); the name is checked by
  /// libcurl itself, which leaves that result as it was.
  private static func certificate(_ result: Int) -> Cause? {
    switch result {
    case 9: .certificateNotYetValid
    case 10: .certificateExpired
    case 2, 18, 19, 20, 21, 24, 27: .certificateUntrusted
    case 0, 1, 62, 64: .certificateName
    default: nil
    }
  }

  private static func tunnel(_ status: Int) -> Cause? {
    status >= 300 ? .proxyRefused(status: status) : nil
  }

  private static func number(_ info: CURLINFO, _ easy: UnsafeMutableRawPointer) -> Int {
    var value = 0
    ccurl_get_long(easy, info, &value)
    return value
  }
}
