/// A push as the provider would send it, ready to be posted to whoever receives it.
package struct SandboxPush: Sendable, Equatable {
  /// One header line.
  package struct Header: Sendable, Equatable {
    /// The field name.
    package let name: String
    /// The field value.
    package let value: String

    /// Pairs a name with its value.
    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
  }

  /// `POST`, or `GET` where the provider can be told to.
  package let method: String
  /// What follows the `?` of the address; nil for nothing.
  package let query: String?
  /// The header lines, `Content-Type` among them when there is a body.
  package let headers: [Header]
  /// The body, byte by byte.
  package let body: [UInt8]

  /// A POST.
  init(_ type: String, _ body: some Sequence<UInt8>, headers: [(String, String)] = []) {
    method = "POST"
    query = nil
    self.headers = ([("Content-Type", type)] + headers).map { Header(name: $0.0, value: $0.1) }
    self.body = Array(body)
  }

  /// A GET.
  init(query: String, headers: [(String, String)]) {
    method = "GET"
    self.query = query
    self.headers = headers.map { Header(name: $0.0, value: $0.1) }
    body = []
  }
}
