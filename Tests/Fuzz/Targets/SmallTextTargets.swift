internal import CredentialCore
internal import HTTP

@testable import CredentialStore

extension FuzzTarget {
  /// A duration of the configuration: what is read is written and read again to the same.
  static let duration = FuzzTarget(name: "duration") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard let duration = DurationText.duration(of: text) else { return }
    require((.zero...DurationText.longest).contains(duration), "\(duration) is out of bounds")
    let again = DurationText.text(of: duration)
    require(DurationText.duration(of: again) == duration, "\(text) became \(again)")
  }

  /// `Retry-After` and, behind a NUL, `Date`: never negative, and bounded.
  static let date = FuzzTarget(name: "date") { bytes in
    let records = bytes.records
    if let seconds = HTTPDate.seconds(of: records[0]) {
      require((0...253_402_300_800).contains(seconds), "the second \(seconds)")
    }
    var fields = [HTTPField("Retry-After", records[0])]
    if records.count > 1 { fields.append(HTTPField("Date", records[1])) }
    let wait = HTTPResponse(status: 429, fields: fields, body: []).retryAfter(now: 1_800_000_000)
    require((.zero...(.seconds(253_402_300_800))).contains(wait ?? .zero), "\(wait ?? .zero)")
  }

  /// A column of texts: what is read was written so, byte by byte.
  static let netstrings = FuzzTarget(name: "netstrings") { bytes in
    if let texts = Netstrings.decode(bytes) {
      require(Netstrings.encode(texts) == bytes, "bytes that nobody wrote were read")
    }
    let texts = bytes.records
    let again = Netstrings.decode(Netstrings.encode(texts)) ?? []
    require(again.map { Array($0.utf8) } == texts.map { Array($0.utf8) }, "the texts changed")
  }
}
