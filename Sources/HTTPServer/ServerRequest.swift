/// One request as the handler of a `WebServer` sees it, its body already read whole.
package struct ServerRequest: Sendable {
  /// The method as sent, for example `POST`; case matters (RFC 9110 §9.1).
  package let method: String
  /// The path as sent, percent-encoding kept, without the query.
  package let path: String
  /// What follows the first `?`, percent-encoding kept; nil without a `?`.
  package let query: String?
  /// Header fields in the order they came, names as sent.
  package let headers: [HeaderField]
  /// The body, never longer than the server's bound.
  package let body: [UInt8]
  /// The numeric address of the peer, without its port.
  package let peer: String
  /// The certificate, in DER, whose key the peer holds; nil when it was not asked for one or showed
  /// none. Who signed it is for the handler to judge.
  package let clientCertificate: [UInt8]?

  /// Makes a request value, as the server does and as a handler's test may.
  package init(
    method: String, path: String, query: String?, headers: [HeaderField], body: [UInt8],
    peer: String, clientCertificate: [UInt8]? = nil
  ) {
    self.clientCertificate = clientCertificate
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.peer = peer
  }

  /// Every value of the header called `name`, which is compared without case (RFC 9110 §5.1).
  package func values(of name: String) -> [String] {
    let wanted = name.lowercased()
    return headers.filter { $0.name.lowercased() == wanted }.map(\.value)
  }
}
