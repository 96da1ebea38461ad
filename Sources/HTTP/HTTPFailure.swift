internal import CCurl

/// Why a request has no answer.
package struct HTTPFailure: Error, Sendable, Equatable, CustomStringConvertible {
  /// Where it broke.
  package enum Kind: String, Sendable, CaseIterable {
    /// The name of the host or the proxy was not found.
    case resolve
    /// No connection.
    case connect
    /// The peer's certificate does not verify, or the file of authorities cannot be used.
    case certificate
    /// Any other failure of TLS.
    case tls
    /// The connection or the stream broke.
    case lost
    /// The time ran out.
    case timeout
    /// The answer is larger than allowed.
    case tooLarge
    /// What came is no HTTP, or the request cannot be written as HTTP.
    case malformed
    /// The batch was cancelled or the client closed.
    case cancelled
  }

  /// Where it broke.
  package let kind: Kind
  /// False only when surely no byte of the request left.
  package let mayHaveBeenSent: Bool
  /// The library's words; no header, body or proxy password.
  package let text: String
  /// What exactly is amiss; nil when the kind is all that is known.
  package let cause: Cause?

  /// Describes a failure.
  package init(kind: Kind, mayHaveBeenSent: Bool, text: String, cause: Cause? = nil) {
    self.kind = kind
    self.mayHaveBeenSent = mayHaveBeenSent
    self.text = text
    self.cause = cause
  }

  /// Kind and words.
  package var description: String { "\(kind.rawValue): \(text)" }

  /// The kind for a result of libcurl-errors(3).
  ///
  /// 92 (a reset stream, also when the server answered before it had read the body) and 55 are the
  /// same trouble as a lost connection and nothing about the request.
  static func kind(of code: CURLcode) -> Kind {
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_RESOLVE_HOST: .resolve
    case CURLE_COULDNT_CONNECT, CURLE_PROXY, CURLE_INTERFACE_FAILED: .connect
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_INVALIDCERTSTATUS:
      .certificate
    case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER,
      CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CLIENTCERT:
      .tls
    case CURLE_OPERATION_TIMEDOUT: .timeout
    case CURLE_ABORTED_BY_CALLBACK: .cancelled
    case CURLE_FILESIZE_EXCEEDED: .tooLarge
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY,
      CURLE_BAD_CONTENT_ENCODING, CURLE_BAD_FUNCTION_ARGUMENT:
      .malformed
    default: .lost
    }
  }
}
