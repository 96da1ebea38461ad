internal import CCurl
internal import Linux

/// Sends requests over libcurl on a thread of its own.
///
/// Every request ends in exactly one completion, also on cancel and close. Redirects are not
/// followed and TLS is always verified. No request is sent twice: libcurl's own retry over a dead
/// kept-alive connection needs to rewind the body, which is refused once a byte of it was taken.
package final class HTTPClient: Sendable {
  /// Names a submitted batch, to cancel it.
  package struct BatchID: Hashable, Sendable {
    let number: UInt64
  }

  private let mailbox: Mailbox

  /// Starts the client; fails when the file of authorities cannot be used.
  package init(_ configuration: HTTPConfiguration) throws(HTTPSetupError) {
    try HTTPSetupError.check(caFile: configuration.caFile)
    _ = Self.library
    let mailbox = Mailbox()
    self.mailbox = mailbox
    NamedThread(name: "http") { TransferLoop(configuration, mailbox).run() }.detach()
  }

  deinit { close() }

  /// Begins to send `batch`; `deliver` gets completions in groups, as they come, on the client's
  /// thread. It must not block. After `close` everything ends as cancelled.
  @discardableResult
  package func submit(
    _ batch: [HTTPRequest], deliver: @escaping @Sendable ([HTTPCompletion]) -> Void
  ) -> BatchID {
    let (id, accepted) = mailbox.post(batch, deliver)
    if !accepted, !batch.isEmpty { deliver(batch.map { .unsent(tag: $0.tag) }) }
    return id
  }

  /// Ends what is left of a batch as cancelled.
  package func cancel(_ batch: BatchID) { mailbox.cancel(batch) }

  /// Returns when the client's thread has turned once, at once when it waits for servers or has
  /// ended: the sign of life that a watchdog asks for.
  package func turn() async {
    await withCheckedContinuation { continuation in mailbox.watch { continuation.resume() } }
  }

  /// Ends everything as cancelled and frees the connections; idempotent, returns at once.
  package func close() { mailbox.close() }

  private static let library: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))
}

extension HTTPCompletion {
  /// The completion of a request that was never begun.
  static func unsent(tag: Int) -> HTTPCompletion {
    let failure = HTTPFailure(
      kind: .cancelled, mayHaveBeenSent: false, text: "cancelled before it was sent")
    return HTTPCompletion(tag: tag, outcome: .failure(failure))
  }
}
