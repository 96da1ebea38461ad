/// The right to answer one request, once, now or later and from any thread.
///
/// A responder that is let go without an answer answers 500, so that no client waits for nothing.
package final class Responder: Sendable {
  private let exchange: Exchange

  init(_ exchange: Exchange) { self.exchange = exchange }

  deinit { exchange.answer(ServerResponse(status: 500)) }

  /// Answers; the first answer counts and later ones are ignored.
  package func send(_ response: ServerResponse) { exchange.answer(response) }
}
