/// What a handler answers, and how faithfully it is to be delivered.
package struct ServerResponse: Sendable {
  /// How the answer goes out; all but `whole` are faults a client has to survive.
  package enum Delivery: Sendable, Equatable {
    /// All of it at once.
    case whole
    /// The body in pieces of `size` bytes with a pause before each piece after the first.
    case pieces(size: Int, pause: Duration)
    /// Only the first `count` bytes of the announced body, then the connection is closed.
    case truncated(count: Int)
    /// Nothing: the connection is closed without an answer.
    case dropped
  }

  /// The status code, 200...599.
  package var status: Int
  /// Header fields; the length, and the date unless it is among them, are added by the server.
  package var headers: [HeaderField]
  /// The body.
  package var body: [UInt8]
  /// How the answer is delivered.
  package var delivery: Delivery
  /// How long the answer is held back before its first byte.
  package var delay: Duration

  /// Makes an answer that is delivered at once and whole unless said otherwise.
  package init(
    status: Int, headers: [HeaderField] = [], body: [UInt8] = [], delivery: Delivery = .whole,
    delay: Duration = .zero
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delivery = delivery
    self.delay = delay
  }
}
