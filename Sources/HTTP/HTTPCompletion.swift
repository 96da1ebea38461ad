/// The end of one request: its answer, or why there is none.
package struct HTTPCompletion: Sendable {
  /// The tag of the request.
  package let tag: Int
  /// The answer, or why there is none.
  package let outcome: Result<HTTPResponse, HTTPFailure>

  /// Ends the request `tag`.
  package init(tag: Int, outcome: Result<HTTPResponse, HTTPFailure>) {
    self.tag = tag
    self.outcome = outcome
  }
}
