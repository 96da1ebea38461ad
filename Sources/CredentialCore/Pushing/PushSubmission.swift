/// A provider's push as it reached an endpoint of the service: nothing of it is believed yet.
package struct PushSubmission: Sendable {
  /// The largest body in bytes.
  package static let longestBody = 65_536
  /// The largest value of a header in bytes.
  package static let longestHeader = 1024
  /// So many submissions are verified at once; of more the sender is told to come again.
  package static let mostAtOnce = 64
  /// The headers of the request, in lower case, that a kind of provider may need; `authorization` is
  /// not among them.
  package static let headers = ["x-hub-signature-256", "x-github-event", "x-github-delivery"]

  /// The body, byte by byte as it came.
  package let body: [UInt8]
  /// The request's Content-Type; nil when it had none, or nobody says.
  package let contentType: String?
  /// The request's Authorization, where the transmitter proves itself by it.
  package let authorization: Secret?
  /// Other headers by their names in lower case.
  package let headers: [String: String]
  /// When it reached the endpoint, by our clock; nil: now.
  package let received: Moment?
  /// Who hands it over; nil when that is the daemon itself.
  package let caller: Caller?

  /// Gathers a submission.
  package init(
    body: [UInt8], contentType: String? = nil, authorization: Secret? = nil,
    headers: [String: String] = [:], received: Moment? = nil,
    by caller: Caller? = nil
  ) {
    self.body = body
    self.contentType = contentType
    self.authorization = authorization
    self.headers = headers
    self.received = received
    self.caller = caller
  }

  /// When it came, as far as that can be: not after `now`, and not longer ago than its id would be
  /// remembered.
  package func received(by now: Moment) -> Moment {
    min(max(received ?? now, now - PushMemory.span), now)
  }

  /// The media type without parameters, in lower case; nil when there is none.
  package var mediaType: String? {
    guard let text = contentType else { return nil }
    let scalars = text.unicodeScalars.prefix { $0 != ";" }
    let isSpace = { (scalar: Unicode.Scalar) in scalar == " " || scalar == "\t" }
    let start = scalars.drop(while: isSpace)
    let kept = start.reversed().drop(while: isSpace).reversed()
    return String(String.UnicodeScalarView(kept)).lowercased()
  }
}
