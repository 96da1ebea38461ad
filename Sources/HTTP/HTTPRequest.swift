/// One request. Its answer carries the same tag.
package struct HTTPRequest: Sendable {
  /// The methods used here.
  package enum Method: String, Sendable {
    /// Asks for something, without a body.
    case get = "GET"
    /// Hands something over.
    case post = "POST"
  }

  /// The caller's own number for it.
  package let tag: Int
  /// What to do.
  package let method: Method
  /// The absolute address.
  package let url: String
  /// Fields besides those the client writes itself. Names and values must hold no line end.
  package let fields: [HTTPField]
  /// What to hand over.
  package let body: HTTPBody

  /// Describes a request.
  package init(
    tag: Int, method: Method, url: String, fields: [HTTPField] = [], body: HTTPBody = .empty
  ) {
    self.tag = tag
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
  }
}
