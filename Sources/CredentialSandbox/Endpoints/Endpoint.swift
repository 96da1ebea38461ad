internal import HTTPServer

/// One endpoint of a kind of provider: where it is and what it answers.
struct Endpoint<Service: Sendable>: Sendable {
  /// The method, for example `POST`.
  let method: String
  /// The path; a segment in braces takes anything.
  let path: String
  /// Answers a request that came there.
  let answer: @Sendable (Service, ServerRequest, inout Registry, Situation) -> Outcome

  init(
    _ method: String, _ path: String,
    _ answer: @escaping @Sendable (Service, ServerRequest, inout Registry, Situation) -> Outcome
  ) {
    self.method = method
    self.path = path
    self.answer = answer
  }

  /// Whether a request's path is this one.
  func isAt(_ path: String) -> Bool {
    let wanted = self.path.split(separator: "/", omittingEmptySubsequences: false)
    let given = path.split(separator: "/", omittingEmptySubsequences: false)
    return wanted.count == given.count
      && zip(wanted, given).allSatisfy { $0.hasPrefix("{") || $0.utf8.elementsEqual($1.utf8) }
  }
}
