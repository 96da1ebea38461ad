/// A complete answer, whatever its status.
package struct HTTPResponse: Sendable {
  /// The status code, 100 to 999.
  package let status: Int
  /// The fields in the order received.
  package let fields: [HTTPField]
  /// The body, unpacked. It may hold tokens.
  package let body: HTTPBody

  /// Describes an answer.
  package init(status: Int, fields: [HTTPField], body: [UInt8]) {
    self.status = status
    self.fields = fields
    self.body = HTTPBody(body)
  }

  /// The first value of the field `name`, whatever its case.
  package subscript(name: String) -> String? { fields.first { $0.isNamed(name) }?.value }

  /// The server's clock in seconds since 1970 (RFC 9110 §6.6.1).
  package var date: Int64? { self["Date"].flatMap(HTTPDate.seconds(of:)) }

  /// How long to wait (RFC 9110 §10.2.3): seconds, or a date measured against the server's own
  /// clock, or against `now` (seconds since 1970) when it sent none. Never negative.
  package func retryAfter(now: Int64) -> Duration? {
    guard let text = self["Retry-After"]?.trimmingBlanks, !text.isEmpty else { return nil }
    if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return .seconds(Int64(text.prefix(10)) ?? 0)
    }
    guard let until = HTTPDate.seconds(of: text) else { return nil }
    return .seconds(max(0, until - (date ?? now)))
  }
}

extension StringProtocol {
  /// The text without spaces, tabs and line ends around it.
  var trimmingBlanks: String {
    String(decoding: Array(utf8)[...].trimmingBlanks, as: UTF8.self)
  }
}

extension BidirectionalCollection<UInt8> where SubSequence == Self {
  /// The bytes without spaces, tabs and line ends around them.
  var trimmingBlanks: Self {
    let blank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0d).contains($0) }
    guard let first = firstIndex(where: { !blank($0) }),
      let last = lastIndex(where: { !blank($0) })
    else { return self[endIndex...] }
    return self[first...last]
  }
}
